import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { newCounter } from "../../../core/counters/counter.ts";
import { Turns } from "../../../core/counters/taps/turns.ts";
import type { RateLimits } from "../../../core/rate-limits.ts";
import { takeTaps, takeUndos } from "../../../lambdas/counting/counted-routes.ts";
import type { HttpEvent } from "../../../lambdas/http/message.ts";
import { MemoryTaps } from "../../core/counters/memory-taps.ts";

const nowMs = Date.UTC(2026, 10, 22, 4);
const key = { organizationId: "org_1", counterId: "ctr_1" };
const joinedAt = new Date(nowMs).toISOString();
const member = {
  ...{ id: "mem_1", organizationId: "org_1", personId: "per_1", role: "member" as const },
  ...{ email: null, name: null, joinedAt },
};
const allowed = { result: "allowed" as const, remaining: 1, resetSeconds: 1 };

const clock = { now: () => nowMs, backOff: async () => {}, sleepUntil: async () => {} };

function newTurns() {
  const given: number[] = [];
  const give = async () => {
    const beginsMs = nowMs + 20 * given.length;
    given.push(beginsMs);
    return { beginsMs };
  };
  return { given, turns: new Turns({ reserve: give }, clock) };
}

function requests(
  taps: MemoryTaps,
  { use }: RateLimits = { use: async () => allowed },
  { turns } = newTurns(),
) {
  const ports = {
    taps,
    undos: taps,
    readGroup: async () => undefined,
    readMember: async () => undefined,
    alertsOn: async () => [],
    rateLimits: { use },
    viewerAddress: async () => "192.0.2.7",
    knownCookies: new Set<string>(),
    turns,
    clock,
  };
  const claim = {
    key,
    caller: "hash",
    authorize: async () => ({ kind: "member" as const, member }),
  };
  const event = {} as HttpEvent;
  const tap = { id: randomUUID(), direction: "up" as const, tappedAt: joinedAt };
  const undos = [{ id: tap.id, undoneAt: joinedAt }];
  return {
    tap: () => takeTaps(ports, claim, { event, body: { taps: [tap] } }),
    undo: () => takeUndos(ports, claim, { event, body: { undos } }),
  };
}

function newTaps(): MemoryTaps {
  return new MemoryTaps(newCounter({ name: "Gate" }, key, nowMs));
}

test("a limiter that fails holds no tap up", async () => {
  const taps = newTaps();
  const failing = { use: () => Promise.reject(new Error("throttled")) };
  expect(await requests(taps, failing).tap()).toMatchObject({
    body: { answers: [{ result: "counted" }] },
  });
  expect(taps.events).toHaveLength(1);
});

test("over the limit nothing is written", async () => {
  const taps = newTaps();
  const limited = { use: async () => ({ ...allowed, result: "limited" as const }) };
  await expect(requests(taps, limited).tap()).rejects.toMatchObject({ status: 429 });
  expect(taps).toMatchObject({ writes: 0, events: [] });
});

test("a counter that too many count at once asks to come back: 503, and nothing is counted", async () => {
  const taps = newTaps();
  taps.faults = Array.from({ length: 50 }, () => "conflict" as const);
  await expect(requests(taps).tap()).rejects.toMatchObject({
    status: 503,
    details: { headers: { "retry-after": "1" } },
  });
  expect(taps.events).toEqual([]);
});

test("the counter is read once, and the taps are one write", async () => {
  const taps = newTaps();
  await requests(taps).tap();
  expect(taps).toMatchObject({ reads: 1, writes: 1 });
});

test("taps that meet nobody take no turn", async () => {
  const [taps, line] = [newTaps(), newTurns()];
  await requests(taps, undefined, line).tap();
  await requests(taps, undefined, line).tap();
  expect(line.given).toEqual([]);
});

test("after a conflict taps take a turn, and read the counter when it has come", async () => {
  const [taps, line] = [newTaps(), newTurns()];
  taps.faults = ["conflict"];
  await requests(taps, undefined, line).tap();
  expect([line.given.length, taps.reads, taps.writes]).toEqual([1, 2, 2]);
  await requests(taps, undefined, line).tap();
  expect([line.given.length, taps.reads, taps.writes]).toEqual([2, 3, 3]);
  expect(taps.events).toHaveLength(2);
});

test("who is over the limit takes no turn from others", async () => {
  const [taps, line] = [newTaps(), newTurns()];
  taps.faults = ["conflict"];
  await requests(taps, undefined, line).tap();
  const limited = { use: async () => ({ ...allowed, result: "limited" as const }) };
  await expect(requests(taps, limited, line).tap()).rejects.toMatchObject({ status: 429 });
  expect(line.given).toHaveLength(1);
});

test("undos after a conflict take turns with taps, and come back when too many count", async () => {
  const [taps, line] = [newTaps(), newTurns()];
  const { tap, undo } = requests(taps, undefined, line);
  await tap();
  taps.faults = ["conflict"];
  expect(await undo()).toMatchObject({ body: { answers: [{ result: "undone" }] } });
  expect(line.given).toHaveLength(1);
  await tap();
  expect(line.given).toHaveLength(2);
  taps.faults = Array.from({ length: 50 }, () => "conflict" as const);
  await expect(requests(taps).undo()).rejects.toMatchObject({ status: 503 });
});
