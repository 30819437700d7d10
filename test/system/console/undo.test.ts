import { expect, test } from "vitest";
import { archiveCounter } from "../../../core/counters/settings/counter-archive.ts";
import type { TapRequest as Tap } from "../../../core/counting/credential-taps.ts";
import { operator } from "../../core/audit/operator.ts";
import { stores } from "../service.ts";
import {
  changeSettings,
  history,
  keyOf,
  kinds,
  memberAt,
  newCounter,
  outcomes,
  phoneAt,
  postUndos,
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

test("an undo takes from the sum of its tap's direction, whatever the step is by now", async () => {
  const counter = await newCounter({ incrementStep: 5 });
  const user = await phoneAt(counter);
  const made = ups(2);
  await send(user, made);
  await changeSettings(counter, { incrementStep: 1, mode: "increment-only" });
  expect((await undo(user, undosOf(made.slice(1)))).counter.count).toBe(5);
  expect(await stores.storedCounters.get(keyOf(counter))).toMatchObject({ ups: 5n, downs: 0n });
});

test.each(kinds)("undos that %s sends again are repeated, and counted once", async (_, at) => {
  const counter = await newCounter();
  const user = await at(counter);
  const made = ups(25);
  await send(user, made);
  const first = await undo(user, undosOf(made));
  const again = await undo(user, undosOf(made));
  expect(new Set(outcomes(first))).toEqual(new Set(["undone"]));
  expect(again.answers).toEqual(first.answers.map((each) => ({ ...each, result: "repeated" })));
  expect(again.counter).toMatchObject({ count: 0, lastEventId: 50 });
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

test("an undo that waited on its device is a late count, as a tap is", async () => {
  const counter = await newCounter();
  const user = await phoneAt(counter);
  const made = ups(2);
  await send(user, made);
  await undo(user, undosOf(made.slice(0, 1)));
  expect(await stores.storedCounters.get(keyOf(counter))).toMatchObject({ late: 0 });
  await undo(user, undosOf(made.slice(1), new Date(Date.now() - 180_000).toISOString()));
  expect(await stores.storedCounters.get(keyOf(counter))).toMatchObject({ late: 1, ups: 0n });
});

test("of the same undo twice in one request, one is counted", async () => {
  const counter = await newCounter();
  const user = await memberAt(counter);
  const [tap, early] = ups(2) as [Tap, Tap];
  await send(user, [tap]);
  const answers = await undo(user, undosOf([tap, early, tap, early]));
  expect(outcomes(answers)).toEqual(["undone", "undone", "repeated", "repeated"]);
  expect(answers.counter.count).toBe(0);
});

test("an undone tap that arrives once more is repeated, and stays undone", async () => {
  const counter = await newCounter();
  const user = await phoneAt(counter);
  const made = ups(1);
  await send(user, made);
  await undo(user, undosOf(made));
  const again = await send(user, made);
  expect([outcomes(again), again.counter.count]).toEqual([["repeated"], 0]);
});

test("a locked counter refuses undos of counted taps, and lets others never arrive", async () => {
  const counter = await newCounter();
  const user = await phoneAt(counter);
  const [before, counted, early] = ups(3) as [Tap, Tap, Tap];
  await send(user, [before, counted]);
  await undo(user, undosOf([before]));
  await changeSettings(counter, { locked: true });
  const refused = await undo(user, undosOf([before, counted, early]));
  expect(outcomes(refused)).toEqual(["repeated", "locked", "undone"]);
  expect(refused.counter).toMatchObject({ locked: true, count: 1, lastEventId: 3 });
  await changeSettings(counter, { locked: false });
  expect(outcomes(await undo(user, undosOf([counted])))).toEqual(["undone"]);
  expect(outcomes(await send(user, [early]))).toEqual(["undone"]);
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

test("an archived counter is as one that does not exist", async () => {
  const counter = await newCounter();
  const user = await phoneAt(counter);
  const made = ups(1);
  await send(user, made);
  await archiveCounter(stores, keyOf(counter), operator);
  const asked = await postUndos(user, undosOf(made));
  const body = { error: "The organization has no such counter" };
  expect([asked.status, await asked.json()]).toEqual([404, body]);
});
