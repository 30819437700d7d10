import { expect, test } from "vitest";
import { archiveCounter } from "../../../core/counters/settings/counter-archive.ts";
import type { TapRequest as Tap } from "../../../core/counting/credential-taps.ts";
import { operator } from "../../core/audit/operator.ts";
import { eventually } from "../../eventually.ts";
import { newGroup } from "../group-service.ts";
import { askConsole, createCounter, createOrganization, stores, tapOnce } from "../service.ts";
import {
  changeSettings,
  history,
  keyOf,
  kinds,
  memberAt,
  newCounter,
  outcomes,
  phoneAt,
  post,
  send,
  taps,
  ups,
  view,
} from "./counter-users.ts";

test.each(kinds)(
  "%s sees the counter and counts it; the history names who counted",
  async (_, userAt) => {
    const counter = await newCounter({ name: "Tür 🚪 مدخل", incrementStep: 3, goalTarget: 50 });
    const user = await userAt(counter);
    expect(await view(user)).toMatchObject({ name: "Tür 🚪 مدخل", count: 0, goalTarget: 50 });
    const made = taps("up", "up", "down");
    const sent = await send(user, made);
    expect(sent).toMatchObject({
      answers: made.map(({ id }, index) => ({ id, result: "counted", lastEventId: index + 1 })),
      counter: { count: 5, lastEventId: 3, version: 4 },
    });
    expect(await view(user)).toEqual({ ...sent.counter, servedAt: expect.any(String) });
    expect(await history(counter)).toMatchObject(
      made.map(({ tappedAt, direction }) => ({
        eventType: direction === "up" ? "increment" : "decrement",
        metadata: { ...user.credential, tappedAt },
      })),
    );
  },
);

test.each(kinds)("taps that %s sends again are repeated, and counted once", async (_, userAt) => {
  const counter = await newCounter();
  const user = await userAt(counter);
  const made = ups(25);
  const first = await send(user, made);
  const again = await send(user, made);
  expect(new Set(outcomes(again))).toEqual(new Set(["repeated"]));
  expect(again.answers.map((answer) => "lastEventId" in answer && answer.lastEventId)).toEqual(
    first.answers.map((answer) => "lastEventId" in answer && answer.lastEventId),
  );
  expect(again.counter).toMatchObject({ count: 25, version: 26 });
});

test("a tap whose id comes back in capitals is the same tap", async () => {
  const counter = await newCounter();
  const user = await phoneAt(counter);
  const [tap] = ups(1) as [Tap];
  const inCapitals = { ...tap, id: tap.id.toUpperCase() };
  expect(outcomes(await send(user, [tap]))).toEqual(["counted"]);
  const again = await send(user, [inCapitals]);
  expect(again.answers).toMatchObject([{ id: inCapitals.id, result: "repeated" }]);
  expect(again.counter.count).toBe(1);
});

test("a locked counter refuses taps, but says of those counted before that they were", async () => {
  const counter = await newCounter();
  const user = await memberAt(counter);
  const [before, after] = ups(2) as [Tap, Tap];
  await send(user, [before]);
  await changeSettings(counter, { locked: true });
  const answers = await send(user, [before, after]);
  expect(outcomes(answers)).toEqual(["repeated", "locked"]);
  expect(answers.counter).toMatchObject({ locked: true, count: 1 });
  await changeSettings(counter, { locked: false });
  expect(outcomes(await send(user, [before, after]))).toEqual(["repeated", "counted"]);
});

test("an archived counter is as one that does not exist", async () => {
  const counter = await newCounter();
  const user = await phoneAt(counter);
  await archiveCounter(stores, keyOf(counter), operator);
  const body = { error: "The organization has no such counter" };
  const sent = await post(user, { taps: ups(1) });
  expect([sent.status, await sent.json()]).toEqual([404, body]);
  const seen = await askConsole(user.path, { cookie: user.cookie });
  expect([seen.status, await seen.json()]).toEqual([404, body]);
});

test("a view that has not changed is a 304, whenever it is served", async () => {
  const counter = await newCounter();
  const { path, cookie } = await phoneAt(counter);
  const etag = (await askConsole(path, { cookie })).headers.get("etag") ?? "";
  const again = await askConsole(path, { cookie, headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  await tapOnce(counter);
  const changed = await askConsole(path, { cookie, headers: { "if-none-match": etag } });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("cache-control")).toBe("no-store");
});

test("with a counter in a group comes the group's level, which moves with taps", async () => {
  const organization = await createOrganization("enterprise");
  const group = await newGroup(organization, { name: "Hall 🎪", capacity: 400 });
  const counter = await createCounter(organization);
  await changeSettings(counter, { groupId: group.id });
  const user = await phoneAt(counter);
  const { group: shown, limit } = await view(user);
  const { id } = group;
  const members = [{ counterId: counter.id, count: 0, lastEventId: 0 }];
  expect(shown).toEqual({ id, name: "Hall 🎪", level: 0, capacity: 400, members });
  expect(limit).toEqual({ scope: "group", capacity: 400, almostAt: 360 });
  const etag = (await askConsole(user.path, { cookie: user.cookie })).headers.get("etag") ?? "";
  await send(user, ups(25));
  await eventually(
    "a level of 25",
    async () => (await view(user)).group?.level === 25 || undefined,
  );
  const headers = { "if-none-match": etag };
  expect((await askConsole(user.path, { cookie: user.cookie, headers })).status).toBe(200);
});

test("two clients that race with the same 25 taps count each exactly once", async () => {
  const counter = await newCounter();
  const user = await phoneAt(counter);
  const made = ups(25);
  const raced = await Promise.all([made, made.toReversed(), made].map((each) => send(user, each)));
  const all = raced.flatMap(outcomes);
  expect(all.filter((outcome) => outcome === "counted")).toHaveLength(25);
  expect(all.filter((outcome) => outcome === "repeated")).toHaveLength(50);
  const events = await history(counter);
  expect(events.map(({ lastEventId }) => lastEventId)).toEqual(made.map((_, index) => index + 1));
});
