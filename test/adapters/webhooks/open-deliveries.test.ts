import { expect, test } from "vitest";
import { dynamodbDeliveries } from "../../../adapters/webhooks/dynamodb-deliveries.ts";
import { dynamodbDeliveryLog } from "../../../adapters/webhooks/dynamodb-delivery-log.ts";
import { openDeliveryKeys } from "../../../adapters/webhooks/dynamodb-open-deliveries.ts";
import type { DeliveryState } from "../../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import {
  deliveredAtOnce,
  final,
  lease,
  newDeliveryId,
  retryScheduled,
} from "../../conformance/deliveries.ts";
import { client, outputs } from "../../system/service.ts";
import { meteredClient } from "./metered-client.ts";

const tableName = outputs.DeliveriesTable;
const nowMs = Date.UTC(2030, 0, 1);
const store = dynamodbDeliveries(client, { deliveries: tableName }, { now: () => nowMs });
const log = dynamodbDeliveryLog(client, { deliveries: tableName }, { now: () => nowMs });

/** The states under which the index has a delivery. */
async function indexed(deliveryId: string): Promise<string[]> {
  const { endpointId = "", deliveryKey = "" } = deliveryKeyOf(deliveryId) ?? {};
  const states: DeliveryState[] = [
    "delivered",
    "retry_scheduled",
    "failed",
    "stopped",
    "cancelled",
    "paused",
  ];
  const found = await Promise.all(
    states.map(async (state) => {
      const query = { endpointId, state, order: "newest first" as const, limit: 10 };
      return (await openDeliveryKeys(client, tableName, query)).includes(deliveryKey) ? state : [];
    }),
  );
  return found.flat();
}

test("the index has a delivery under its state, from the first failure to its success", async () => {
  const record = retryScheduled(newDeliveryId(), "t1");
  const { deliveryId } = record;
  await store.recordFirst(record);
  expect(await indexed(deliveryId)).toEqual(["retry_scheduled"]);
  await store.claim(deliveryId, lease("t1", "m1"));
  expect(await indexed(deliveryId)).toEqual(["retry_scheduled"]);
  const claim = { fencingToken: "t1", messageId: "m1" };
  const failed = final(record, "failed");
  await store.recordRetry(failed, claim);
  expect(await indexed(deliveryId)).toEqual(["failed"]);
  const next = { attempt: 1 as const, dueMs: nowMs, fencingToken: "t2" };
  await log.restart(failed, next);
  expect(await indexed(deliveryId)).toEqual(["retry_scheduled"]);
  await store.claim(deliveryId, lease("t2", "m2"));
  await store.recordRetry(final(record, "delivered"), { fencingToken: "t2", messageId: "m2" });
  expect(await indexed(deliveryId)).toEqual([]);
});

test.each(["failed", "stopped", "cancelled", "paused"] as const)(
  "a delivery that ends at once as %s is in the index",
  async (state) => {
    const record = final(retryScheduled(newDeliveryId(), "t1"), state);
    await store.recordFirst(record);
    expect(await indexed(record.deliveryId)).toEqual([state]);
  },
);

test("a first-try success is not in the index and costs one write; a failure or a pause costs two", async () => {
  const { metered, units } = meteredClient();
  const through = dynamodbDeliveries(metered, { deliveries: tableName }, { now: () => nowMs });
  const delivered = deliveredAtOnce(newDeliveryId(), "ok");
  await through.recordFirst(delivered);
  expect(await indexed(delivered.deliveryId)).toEqual([]);
  const failed = retryScheduled(newDeliveryId(), "t1");
  await through.recordFirst(failed);
  await through.claim(failed.deliveryId, lease("t1", "m1"));
  const claim = { fencingToken: "t1", messageId: "m1" };
  await through.recordRetry(final(failed, "delivered"), claim);
  expect(units).toEqual([1, 2, 1, 2]);
  units.length = 0;
  const held = final(retryScheduled(newDeliveryId(), "t1"), "paused");
  await through.recordFirst(held);
  const throughLog = dynamodbDeliveryLog(metered, { deliveries: tableName }, { now: () => nowMs });
  await throughLog.restart(held, { attempt: 1, dueMs: nowMs, fencingToken: "t2" });
  await through.claim(held.deliveryId, lease("t2", "m1"));
  const sent = { fencingToken: "t2", messageId: "m1" };
  await through.recordRetry(final(held, "delivered"), sent);
  expect(units).toEqual([2, 3, 1, 2]);
});
