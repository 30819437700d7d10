import { expect, test } from "vitest";
import type { TapRequest as Tap } from "../../../core/counting/credential-taps.ts";
import {
  history,
  kinds,
  memberAt,
  newCounter,
  outcomes,
  phoneAt,
  send,
  taps,
  undo,
  undosOf,
  ups,
} from "./counter-users.ts";

test.each(kinds)("%s undoes taps; the history says which, and what they counted", async (_, at) => {
  const counter = await newCounter({ incrementStep: 3, decrementStep: 2 });
  const user = await at(counter);
  const made = taps("up", "down", "up");
  await send(user, made);
  const undos = undosOf(made.slice(0, 2));
  expect(await undo(user, undos)).toMatchObject({
    answers: undos.map(({ id }, index) => ({ id, result: "undone", lastEventId: 4 + index })),
    counter: { count: 3, lastEventId: 5, version: 6 },
  });
  const [, , , first, second] = await history(counter);
  const metadata = { ...user.credential, tappedAt: undos[0]?.undoneAt };
  expect(first).toMatchObject({ eventType: "decrement", delta: -3, previousCount: 4, count: 1 });
  expect(first?.metadata).toEqual({ ...metadata, undoes: 1 });
  expect(second).toMatchObject({ eventType: "increment", delta: 2 });
  expect(second?.metadata).toEqual({ ...metadata, undoes: 2 });
});

test("a tap that was undone before it arrived counts nothing, and nobody learns of it", async () => {
  const counter = await newCounter();
  const user = await phoneAt(counter);
  const [early, kept] = ups(2) as [Tap, Tap];
  const undos = undosOf([{ ...early, id: early.id.toUpperCase() }]);
  const undone = await undo(user, undos);
  expect(undone.answers).toEqual([{ id: undos[0]?.id, result: "undone", lastEventId: null }]);
  expect(outcomes(await undo(user, undos))).toEqual(["repeated"]);
  const sent = await send(user, [early, kept]);
  expect(outcomes(sent)).toEqual(["undone", "counted"]);
  expect(sent.counter).toMatchObject({ count: 1, lastEventId: 1 });
  expect(await history(counter)).toHaveLength(1);
});

test("an undo so late that its tap may be forgotten is refused, and no tap is", async () => {
  const counter = await newCounter();
  const user = await memberAt(counter);
  const [counted, unknown] = ups(2) as [Tap, Tap];
  await send(user, [counted]);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const late = undosOf([unknown, counted], daysAgo(29.01));
  expect(outcomes(await undo(user, late))).toEqual(["expired", "undone"]);
  expect(outcomes(await undo(user, undosOf([unknown], daysAgo(28.99))))).toEqual(["undone"]);
});
