import { describe, expect, test } from "vitest";
import type { CountKey, StoredCount } from "../../../core/counters/count-event.ts";
import { type AttemptMessage, firstMessage } from "../../../core/webhooks/attempt-message.ts";
import { countResolvers, countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import { type DeliveryRecord, isRecoverable, shownState } from "../../../core/webhooks/delivery.ts";
import { type FreshStart, type ResendPorts, resend } from "../../../core/webhooks/resend.ts";

const nowMs = Date.UTC(2030, 0, 1);
const endpointId = "end_0123456789ABCDEFGHIJ";

const count: StoredCount = {
  organizationId: "org_1",
  counterId: "ctr_1",
  counterName: "Gäte “north”",
  eventType: "decrement",
  previousCount: 5,
  count: 4,
  delta: -1,
  lastEventId: 7,
  createdAt: "2029-12-31T23:00:00.000Z",
};
const first = firstMessage(countWebhook(count), endpointId);
const { deliveryId, organizationId, eventId, eventType } = first;

const failed: DeliveryRecord = {
  deliveryId,
  organizationId,
  eventId,
  eventType,
  state: "failed",
  attempts: [{ attempt: 6, at: count.createdAt, durationMs: 3, status: 500 }],
};

function waiting(next: Partial<NonNullable<DeliveryRecord["next"]>> = {}): DeliveryRecord {
  const scheduled = { attempt: 3, dueMs: nowMs + 600_000, fencingToken: "old", ...next };
  return { ...failed, state: "retry_scheduled", next: scheduled };
}

const own = { url: "https://receiver.example.com/", events: [eventType] };

const stored = (read: (key: CountKey) => Promise<StoredCount | undefined>) => countResolvers(read);

function world(over: Partial<ResendPorts> = {}) {
  const calls: { restarted: FreshStart[]; sent: { message: AttemptMessage; lane: string }[] } = {
    restarted: [],
    sent: [],
  };
  const ports: ResendPorts = {
    load: async () => failed,
    endpoint: async () => ({ plan: "pro", lane: "fast", ...own }),
    resolvers: stored(async () => count),
    restart: async (_, next) => {
      calls.restarted.push(next);
      return true;
    },
    send: async (message, lane) => {
      calls.sent.push({ message, lane });
    },
    newFencingToken: () => `t${calls.restarted.length + 1}`,
    now: () => nowMs,
    ...over,
  };
  return { ports, calls };
}

describe("resend", () => {
  test("sends the same ids and the same bytes with the token that the record got", async () => {
    const { ports, calls } = world();
    const result = await resend(ports, deliveryId);
    const message = { ...first, attempt: 1, dueMs: nowMs, fencingToken: "t1" };
    expect(result).toEqual({ result: "resent", before: failed, message });
    expect(calls.restarted).toEqual([{ attempt: 1, dueMs: nowMs, fencingToken: "t1" }]);
    expect(calls.sent).toEqual([{ message, lane: "fast" }]);
  });

  test("takes the endpoint's lane", async () => {
    const { ports, calls } = world({
      endpoint: async () => ({ plan: "pro", lane: "slow", ...own }),
    });
    await resend(ports, deliveryId);
    expect(calls.sent).toMatchObject([{ lane: "slow" }]);
  });

  test("looks up the event and the endpoint by the record's own keys", async () => {
    const asked: unknown[] = [];
    const { ports } = world({
      resolvers: stored(async (key) => {
        asked.push(key);
        return count;
      }),
      endpoint: async (key) => {
        asked.push(key);
        return undefined;
      },
    });
    await resend(ports, deliveryId);
    expect(asked).toContainEqual({ organizationId: "org_1", counterId: "ctr_1", lastEventId: 7 });
    expect(asked).toContainEqual({ organizationId: "org_1", endpointId });
  });

  test.each<DeliveryRecord>([
    { ...failed, state: "delivered" },
    { ...failed, state: "stopped" },
    { ...failed, state: "cancelled" },
    waiting(),
    waiting({ claimedBy: "m1", claimedUntilMs: nowMs - 1 }),
  ])("sends again what is $state", async (record) => {
    const { ports, calls } = world({ load: async () => record });
    expect(await resend(ports, deliveryId)).toMatchObject({ result: "resent" });
    expect(calls.sent).toHaveLength(1);
  });

  test.each<[reason: string, over: Partial<ResendPorts>, id?: string]>([
    ["no_such_delivery", { load: async () => undefined }],
    ["no_such_delivery", {}, "dlv_x"],
    ["being_sent", { load: async () => waiting({ claimedBy: "m1", claimedUntilMs: nowMs }) }],
    ["endpoint_deleted", { endpoint: async () => undefined }],
    ["plan_required", { endpoint: async () => ({ plan: "free", lane: "fast", ...own }) }],
    ["event_gone", { resolvers: stored(async () => undefined) }],
    [
      "event_gone",
      { resolvers: stored(async () => ({ ...count, createdAt: "2029-12-31T22:00:00.000Z" })) },
    ],
    ["event_gone", { resolvers: {} }],
    ["event_gone", { load: async () => ({ ...failed, eventId: "counter.decrement:ctr_1" }) }],
    ["event_gone", { load: async () => ({ ...failed, eventId: "counter.increment:ctr_1:7" }) }],
    ["conflict", { restart: async () => false }],
  ])("is refused and sends nothing: %s", async (reason, over, id = deliveryId) => {
    const { ports, calls } = world(over);
    expect(await resend(ports, id)).toMatchObject({ result: "refused", reason });
    expect(calls).toEqual({ restarted: [], sent: [] });
  });

  test("leaves alone what is not wanted", async () => {
    const { ports, calls } = world();
    const result = await resend(ports, deliveryId, {
      isWanted: ({ state }) => state === "cancelled",
    });
    expect(result).toEqual({ result: "refused", reason: "not_wanted", before: failed });
    expect(calls.sent).toEqual([]);
  });

  test("that ended before its message was sent issues a new token the next time", async () => {
    let broken = true;
    let record = failed;
    const { ports, calls } = world({
      load: async () => record,
      restart: async (before, next) => {
        calls.restarted.push(next);
        record = { ...before, state: "retry_scheduled", next };
        return true;
      },
      send: async (message, lane) => {
        if (broken) throw new Error("crash");
        calls.sent.push({ message, lane });
      },
    });
    await expect(resend(ports, deliveryId)).rejects.toThrow(/was not sent: resend it \(crash\)$/);
    broken = false;
    await resend(ports, deliveryId);
    expect(calls.restarted.map(({ fencingToken }) => fencingToken)).toEqual(["t1", "t2"]);
    expect(calls.sent).toMatchObject([{ message: { attempt: 1, fencingToken: "t2" } }]);
  });
});

describe("the state that is shown", () => {
  test.each<[string, DeliveryRecord, string]>([
    ["a final state", failed, "failed"],
    ["an unclaimed retry", waiting(), "retry_scheduled"],
    ["a live lease", waiting({ claimedBy: "m", claimedUntilMs: nowMs }), "awaiting_response"],
    [
      "a lease that is over",
      waiting({ claimedBy: "m", claimedUntilMs: nowMs - 1 }),
      "retry_scheduled",
    ],
  ])("of %s", (_, record, state) => {
    expect(shownState(record, nowMs)).toBe(state);
  });
});

describe("a recovery", () => {
  const restarted = { attempt: 1, dueMs: nowMs - 60_001 };

  test.each<[string, DeliveryRecord, boolean]>([
    ["what failed", failed, true],
    ["a restart that broke off", waiting(restarted), true],
    ["a restart a moment ago", waiting({ ...restarted, dueMs: nowMs - 60_000 }), false],
    ["a restart that is being sent", waiting({ ...restarted, claimedBy: "m" }), false],
    ["a retry overdue by five minutes", waiting({ dueMs: nowMs - 300_000 }), false],
    ["a retry overdue by more", waiting({ dueMs: nowMs - 300_001 }), true],
    ["an overdue retry that was claimed", waiting({ dueMs: 0, claimedBy: "m" }), false],
    ["what was delivered", { ...failed, state: "delivered" }, false],
    ["what was cancelled", { ...failed, state: "cancelled" }, false],
  ])("of %s", (_, record, wanted) => {
    expect(isRecoverable(record, nowMs)).toBe(wanted);
  });

  const resentAt = (ms: number): DeliveryRecord["attempts"] => [
    { attempt: 1, at: "2029-01-01T00:00:00.000Z", durationMs: 5, status: 500 },
    {
      ...{ attempt: 1, resentAt: new Date(ms).toISOString(), at: new Date(ms).toISOString() },
      ...{ durationMs: 5, status: 500 },
    },
  ];
  const later = { dueMs: nowMs + 3_600_000 };
  const again = { ...waiting(later), attempts: resentAt(nowMs) };

  test.each<[string, DeliveryRecord, boolean]>([
    ["a retry that is due in an hour", waiting(later), true],
    ["a retry that was resent before it began", { ...again, attempts: resentAt(nowMs - 1) }, true],
    ["a retry of what was resent since it began", again, false],
    [
      "a restart a moment ago, whose message is on its way",
      waiting({ ...restarted, dueMs: nowMs }),
      false,
    ],
    ["a live lease", waiting({ ...later, claimedBy: "m", claimedUntilMs: nowMs }), false],
    [
      "a lease that is over",
      waiting({ ...later, claimedBy: "m", claimedUntilMs: nowMs - 1 }),
      true,
    ],
    ["what was stopped", { ...failed, state: "stopped" }, false],
  ])("of what waits, too, of %s", (_, record, wanted) => {
    expect(isRecoverable(record, nowMs, { waiting: true })).toBe(wanted);
  });

  test("of what it has sent itself, and that has failed all six attempts since", () => {
    expect(isRecoverable({ ...failed, attempts: resentAt(nowMs - 1) }, nowMs)).toBe(true);
    expect(isRecoverable({ ...failed, attempts: resentAt(nowMs) }, nowMs)).toBe(false);
  });
});
