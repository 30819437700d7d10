import { expect, test } from "vitest";
import { type DeliverPorts, deliver } from "../../../core/webhooks/deliver.ts";
import type { AttemptMessage, DeliveryRecord } from "../../../core/webhooks/delivery.ts";
import { memoryDeliveries } from "../../simulation/memory-deliveries.ts";

const resentMs = Date.UTC(2030, 0, 1);
const ids = {
  deliveryId: "dlv_0123456789ABCDEFGHIJ0VsLk2Qz0123456789ABCDEFGHIJ",
  organizationId: "org_1",
  eventId: "counter.increment:ctr_1:7",
  eventType: "counter.increment" as const,
};
const first: AttemptMessage = { ...ids, body: "{}", attempt: 1 };

/** A receiver that always answers 500; what is carried is handled next. */
function world(record?: DeliveryRecord) {
  const records = new Map(record ? [[ids.deliveryId, record]] : []);
  const carried: AttemptMessage[] = [];
  let nowMs = resentMs + 250;
  let tokens = 0;
  const ports: DeliverPorts = {
    store: memoryDeliveries(records),
    carrier: {
      async carry(message) {
        carried.push(message);
        nowMs = Math.max(nowMs, message.dueMs ?? 0);
      },
    },
    recipient: async () => ({
      recipient: "endpoint",
      lane: "fast",
      send: async () => ({ outcome: { kind: "answered", status: 500 }, durationMs: 3 }),
      settle: async () => "fast",
    }),
    lane: "fast",
    newToken: () => `n${++tokens}`,
    now: () => nowMs,
    retryDelays: [30],
  };
  return { ports, records, carried };
}

/** Which attempts a record holds, each with the time of the resend that it begins. */
function attempts(records: Map<string, DeliveryRecord>) {
  return records
    .get(ids.deliveryId)
    ?.attempts.map(({ attempt, resentAt }) => [attempt, resentAt ?? null]);
}

test("the first attempt after a resend says when that was, and later ones keep it", async () => {
  const next = { attempt: 1, dueMs: resentMs, token: "t1" };
  const made = [{ attempt: 2, at: "2029-12-31T23:00:00.000Z", durationMs: 3, status: 500 }];
  const { ports, records, carried } = world({
    ...ids,
    state: "retry_scheduled",
    attempts: made,
    next,
  });
  await deliver(ports, { ...first, ...next }, "m1");
  const [retry] = carried;
  if (retry === undefined) throw new Error("no retry was carried");
  await deliver(ports, retry, "m2");
  expect(attempts(records)).toEqual([
    [2, null],
    [1, "2030-01-01T00:00:00.000Z"],
    [2, null],
  ]);
  expect(records.get(ids.deliveryId)?.state).toBe("failed");
});

test("a delivery that was never sent again says nothing of it", async () => {
  const { ports, records, carried } = world();
  await deliver(ports, first, "m1");
  const [retry] = carried;
  if (retry === undefined) throw new Error("no retry was carried");
  await deliver(ports, retry, "m2");
  expect(attempts(records)).toEqual([
    [1, null],
    [2, null],
  ]);
});
