import { expect, test } from "vitest";
import { findStuck } from "../../../core/operations/find-stuck.ts";
import type { DeliveryRecord } from "../../../core/webhooks/delivery.ts";
import { deliveryKeyOf, deriveDeliveryId } from "../../../core/webhooks/delivery-id.ts";

const nowMs = Date.parse("2030-01-01T00:00:00.000Z");
const endpointId = "end_0123456789ABCDEFGHIJ";
const at = { organizationId: "org_1", endpointId };

/** A delivery that waits for its second attempt, due so long ago. */
function waiting(index: number, overdueMs: number, more: Partial<DeliveryRecord> = {}) {
  const createdAt = new Date(nowMs - 3_600_000 + index).toISOString();
  const record: DeliveryRecord = {
    deliveryId: deriveDeliveryId({ eventKey: `event:${index}`, createdAt, endpointId }),
    organizationId: "org_1",
    eventId: `event:${index}`,
    eventType: "counter.increment",
    state: "retry_scheduled",
    attempts: [],
    next: { attempt: 2, dueMs: nowMs - overdueMs, fencingToken: "t" },
    ...more,
  };
  return record;
}

/** A store of these deliveries, whose index has all of them. */
function portsOf(records: DeliveryRecord[]) {
  const byId = new Map(records.map((record) => [record.deliveryId, record]));
  const keys = [...byId.keys()].map((id) => deliveryKeyOf(id)?.deliveryKey ?? "").sort();
  const reads: number[] = [];
  return {
    reads,
    now: () => nowMs,
    load: async (id: string) => byId.get(id),
    openKeys: async ({ after = "", limit }: { after?: string | undefined; limit: number }) => {
      reads.push(limit);
      return keys.filter((key) => key > after).slice(0, limit);
    },
  };
}

const anHourMs = 3_600_000;
const claim = { attempt: 2, dueMs: nowMs - anHourMs, fencingToken: "t", claimedBy: "message" };

test.each<[string, DeliveryRecord, number]>([
  ["overdue for an hour", waiting(1, anHourMs), 1],
  ["overdue for a minute", waiting(1, 60_000), 0],
  ["due in an hour", waiting(1, -anHourMs), 0],
  ["claimed by a message", waiting(1, anHourMs, { next: claim }), 0],
  ["failed since the index was read", waiting(1, anHourMs, { state: "failed" }), 0],
])("a delivery that is %s", async (_case, record, stuck) => {
  const facts = await findStuck(portsOf([record]), [at], 500, () => {});
  expect(facts.stuck).toEqual(
    stuck === 0 ? [] : [{ ...at, count: 1, deliveryId: record.deliveryId }],
  );
});

test("no more deliveries are read than the limit allows", async () => {
  const ports = portsOf(Array.from({ length: 30 }, (_, index) => waiting(index, anHourMs)));
  const facts = await findStuck(ports, [at], 12, () => {});
  expect(facts).toMatchObject({ waiting: 12, endpoints: 1, stuck: [{ count: 12 }] });
});

test("without a limit all are read, page by page", async () => {
  const ports = portsOf(Array.from({ length: 1_200 }, (_, index) => waiting(index, anHourMs)));
  const facts = await findStuck(ports, [at], Number.POSITIVE_INFINITY, () => {});
  expect(facts).toMatchObject({ waiting: 1_200, stuck: [{ count: 1_200 }] });
  expect(ports.reads).toEqual([500, 500, 500]);
});
