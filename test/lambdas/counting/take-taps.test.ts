import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { newCounter } from "../../../core/counters/counter.ts";
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

const clock = { now: () => nowMs, backOff: async () => {} };

function requests(taps: MemoryTaps, { use }: RateLimits = { use: async () => allowed }) {
  const ports = {
    taps,
    undos: taps,
    readGroup: async () => undefined,
    readMember: async () => undefined,
    alertsOn: async () => [],
    rateLimits: { use },
    viewerAddress: async () => "192.0.2.7",
    knownCookies: new Set<string>(),
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

test("after a conflict taps read the counter again", async () => {
  const taps = newTaps();
  taps.faults = ["conflict"];
  await requests(taps).tap();
  expect([taps.reads, taps.writes, taps.events.length]).toEqual([2, 2, 1]);
});

test("undos come back, too, when too many count", async () => {
  const taps = newTaps();
  const { tap, undo } = requests(taps);
  await tap();
  taps.faults = Array.from({ length: 50 }, () => "conflict" as const);
  await expect(undo()).rejects.toMatchObject({ status: 503 });
});
