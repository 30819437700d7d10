import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { AttemptMessage } from "../../../core/webhooks/attempt-message.ts";
import {
  type AttemptSender,
  type DeliverPorts,
  deliver,
  keptAttempts,
  RetryLater,
} from "../../../core/webhooks/deliver.ts";
import type { AttemptRecord, DeliveryRecord } from "../../../core/webhooks/delivery.ts";
import type { Lane } from "../../../core/webhooks/endpoint-health.ts";
import { memoryDeliveries } from "../../simulation/webhooks/memory-deliveries.ts";

const resentMs = Date.UTC(2030, 0, 1);
const ids = {
  deliveryId: "dlv_0123456789ABCDEFGHIJ0VsLk2Qz0123456789ABCDEFGHIJ",
  organizationId: "org_1",
  eventId: "counter.increment:ctr_1:7",
  eventType: "counter.increment" as const,
};
const first: AttemptMessage = { ...ids, body: "{}", attempt: 1 };

interface WorldOptions {
  record?: DeliveryRecord;
  status?: number;
  /** The lane of the endpoint before and after each attempt. */
  lanes?: [before: Lane, after: Lane];
}

/** A receiver that responds with one status; scheduled messages are handled next. */
function world({ record, status = 500, lanes = ["fast", "fast"] }: WorldOptions = {}) {
  const records = new Map(record ? [[ids.deliveryId, record]] : []);
  const scheduled: { message: AttemptMessage; lane: Lane }[] = [];
  let nowMs = resentMs + 250;
  let tokens = 0;
  const ports: DeliverPorts = {
    store: memoryDeliveries(records),
    retryScheduler: {
      async schedule(message, lane) {
        // Later than all that does not wait for it.
        await setImmediate();
        scheduled.push({ message, lane });
        nowMs = Math.max(nowMs, message.dueMs ?? 0);
      },
    },
    sender: async () => ({
      kind: "endpoint",
      lane: lanes[0],
      send: async () => ({
        startedMs: nowMs,
        durationMs: 3,
        outcome: { kind: "response", status },
      }),
      recordHealth: async () => lanes[1],
    }),
    lane: "fast",
    newFencingToken: () => `n${++tokens}`,
    now: () => nowMs,
    heldUntilMs: nowMs + 60_000,
    retryDelays: [30],
  };
  /** The message that was scheduled last. */
  const next = () => {
    const last = scheduled.at(-1);
    if (last === undefined) throw new Error("no retry was scheduled");
    return last.message;
  };
  return { ports, records, scheduled, next };
}

function sendingThrows(error: Error): AttemptSender {
  const send = () => Promise.reject(error);
  return { kind: "endpoint", lane: "fast", send, recordHealth: async () => "fast" };
}

/** Which attempts a record has, each with the time of the resend that it begins. */
function attempts(records: Map<string, DeliveryRecord>) {
  return records
    .get(ids.deliveryId)
    ?.attempts.map(({ attempt, resentAt }) => [attempt, resentAt ?? null]);
}

const fresh = { attempt: 1, dueMs: resentMs, fencingToken: "t1" };

/** A delivery that was resent after these attempts. */
function resent(made: AttemptRecord[]): DeliveryRecord {
  return { ...ids, state: "retry_scheduled", attempts: made, next: fresh };
}

function attempt(number: number): AttemptRecord {
  return { attempt: number, at: "2029-12-31T23:00:00.000Z", durationMs: 3, status: 500 };
}

describe("the attempts of a record", () => {
  test("say when they were resent, on the first attempt after that", async () => {
    const { ports, records, next } = world({ record: resent([attempt(2)]) });
    await deliver(ports, { ...first, ...fresh }, "m1");
    await deliver(ports, next(), "m2");
    expect(attempts(records)).toEqual([
      [2, null],
      [1, "2030-01-01T00:00:00.000Z"],
      [2, null],
    ]);
    expect(records.get(ids.deliveryId)?.state).toBe("failed");
  });

  test("say nothing of a resend where there was none", async () => {
    const { ports, records, next } = world();
    await deliver(ports, first, "m1");
    await deliver(ports, next(), "m2");
    expect(attempts(records)).toEqual([
      [1, null],
      [2, null],
    ]);
  });

  test.each([
    [keptAttempts - 1, 1],
    [keptAttempts, 2],
    [keptAttempts + 5, 7],
  ])("after %i others are the newest ones, from number %i of them", async (count, oldest) => {
    const made = Array.from({ length: count }, (_, index) => attempt(index + 1));
    const { ports, records } = world({ record: resent(made), status: 200 });
    await deliver(ports, { ...first, ...fresh }, "m1");
    const numbers = attempts(records)?.map(([number]) => number);
    const kept = made.map(({ attempt }) => attempt).slice(oldest - 1);
    expect(numbers).toEqual([...kept, 1]);
    expect(numbers).toHaveLength(keptAttempts);
  });

  test("begin when their request was made", async () => {
    const { ports, records } = world({ status: 200 });
    await deliver(ports, first, "m1");
    const [made] = records.get(ids.deliveryId)?.attempts ?? [];
    expect(made).toMatchObject({ at: new Date(resentMs + 250).toISOString(), status: 200 });
  });
});

describe("the lane of a retry", () => {
  test.each<[Lane, Lane]>([
    ["fast", "slow"],
    ["slow", "fast"],
  ])("is the one that the attempt led to: from %s to %s", async (before, after) => {
    const { ports, scheduled } = world({ lanes: [before, after] });
    const lane = before;
    await deliver({ ...ports, lane }, first, "m1");
    expect(scheduled).toMatchObject([{ lane: after, message: { attempt: 2 } }]);
  });

  test("of a first message is the endpoint's, without an attempt in the fast queue", async () => {
    const { ports, scheduled, records } = world({ lanes: ["slow", "slow"] });
    expect(await deliver(ports, first, "m1")).toEqual({ result: "rerouted" });
    expect(scheduled).toEqual([{ lane: "slow", message: first }]);
    expect(records.size).toBe(0);
  });
});

test("a retry is sent from the fast queue also to an endpoint that has become slow", async () => {
  const { ports } = world({ record: resent([]), lanes: ["slow", "slow"], status: 200 });
  const result = await deliver(ports, { ...first, ...fresh }, "m1");
  expect(result).toMatchObject({ result: "attempted" });
});

test.each([
  ["the next one has arrived", { attempt: 2, claimedBy: "m2", claimedUntilMs: resentMs }],
  ["another attempt was made", { attempt: 3 }],
])("a message that is received again after %s is dropped", async (_, progress) => {
  const next = { ...fresh, ...progress };
  const { ports, scheduled } = world({ record: { ...resent([attempt(1)]), next } });
  expect(await deliver(ports, first, "m1")).toEqual({ result: "dropped" });
  expect(scheduled).toEqual([]);
});

test("an outcome is recorded while the health of its endpoint is still being written", async () => {
  const { ports } = world({ status: 200 });
  const { promise: lane, resolve } = Promise.withResolvers<Lane>();
  const sender = await ports.sender(first);
  const store: DeliverPorts["store"] = {
    ...ports.store,
    async recordFirst(record) {
      resolve("fast");
      return await ports.store.recordFirst(record);
    },
  };
  const slowHealth = { ...sender, recordHealth: () => lane } as AttemptSender;
  const result = await deliver({ ...ports, store, sender: async () => slowHealth }, first, "m1");
  expect(result).toMatchObject({ result: "attempted" });
});

test("a claim of a handler that died does not outlast the hiding of its message", async () => {
  const { ports, records, next } = world();
  await deliver(ports, first, "m1");
  const died = new Error("the process has ended");
  const dying = { ...ports, sender: async () => sendingThrows(died) };
  await expect(deliver(dying, next(), "m2")).rejects.toThrow(died);
  await expect(deliver(ports, next(), "m2")).rejects.toThrow(RetryLater);
  const again = { ...ports, now: () => ports.heldUntilMs + 1 };
  expect(await deliver(again, next(), "m2")).toMatchObject({ result: "attempted" });
  expect(attempts(records)).toHaveLength(2);
});

test("an event with a key of its own keeps the key in its record and its retries", async () => {
  const { ports, records, next } = world();
  await deliver(ports, { ...first, eventKey: "alert-1" }, "m1");
  expect(records.get(ids.deliveryId)).toMatchObject({ eventKey: "alert-1" });
  expect(next()).toMatchObject({ eventKey: "alert-1", attempt: 2 });
  await deliver(ports, next(), "m2");
  expect(records.get(ids.deliveryId)).toMatchObject({ eventKey: "alert-1", state: "failed" });
});
