import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import { gatheredReads } from "../../../adapters/aws/dynamodb-batch-get.ts";
import { GatheredInserts } from "../../../adapters/aws/dynamodb-batch-insert.ts";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { dynamodbDeliveries } from "../../../adapters/webhooks/dynamodb-deliveries.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import {
  deliveredAtOnce,
  deliveryStoreConformance,
  final,
  lease,
  leaseMs,
  newDeliveryId,
  retryScheduled,
} from "../../conformance/deliveries.ts";
import { client, endpoint, outputs } from "../../system/service.ts";
import { proxyOfTest } from "../fault-proxy.ts";
import { meteredClient } from "./metered-client.ts";

const tableName = outputs.DeliveriesTable;
const nowMs = Date.UTC(2030, 0, 1);
const store = storeOver(client);

function storeOver(through: DynamoDBClient, atMs = nowMs) {
  return dynamodbDeliveries(through, { deliveries: tableName }, { now: () => atMs });
}

/** As the function that delivers has it: reads and first records of several deliveries are one call. */
function gatheringStore(through: DynamoDBClient) {
  return dynamodbDeliveries(
    through,
    { deliveries: tableName },
    {
      now: () => nowMs,
      readItem: gatheredReads(through),
      inserts: new GatheredInserts(through),
    },
  );
}

describe("the store in DynamoDB", () => {
  deliveryStoreConformance(() => store);
});

describe("the store in DynamoDB that gathers", () => {
  deliveryStoreConformance(() => gatheringStore(client));
});

describe("a write whose response is lost", () => {
  /** A store that loses the responses to its first two calls. */
  async function deaf(over = storeOver) {
    const proxy = await proxyOfTest(() =>
      proxy.calls.length <= 2 ? "lose the response" : undefined,
    );
    return { deafStore: over(localDynamodbClient(proxy.endpoint)), calls: proxy.calls };
  }

  test("has recorded the first attempt, with a retry and without", async () => {
    const records = [retryScheduled(newDeliveryId(), "t1"), deliveredAtOnce(newDeliveryId(), "ok")];
    for (const record of records) {
      const { deafStore, calls } = await deaf();
      expect(await deafStore.recordFirst(record)).toBe(true);
      expect(calls).toHaveLength(3);
      expect(await store.load(record.deliveryId)).toEqual(record);
    }
  });

  test("has recorded the first attempt, gathered with others", async () => {
    const record = retryScheduled(newDeliveryId(), "t1");
    const { deafStore } = await deaf(gatheringStore);
    expect(await deafStore.recordFirst(record)).toBe(true);
    const { deafStore: another } = await deaf(gatheringStore);
    expect(await another.recordFirst(retryScheduled(record.deliveryId, "t2"))).toBe(false);
    expect(await store.load(record.deliveryId)).toEqual(record);
  });

  test("has recorded the retry, with another one and without", async () => {
    for (const state of ["retry_scheduled", "failed"] as const) {
      const first = retryScheduled(newDeliveryId(), "t1");
      await store.recordFirst(first);
      await store.claim(first.deliveryId, lease("t1", "m1"));
      const again = retryScheduled(first.deliveryId, "t2");
      const record = state === "failed" ? final(again, state) : again;
      const { deafStore, calls } = await deaf();
      expect(await deafStore.recordRetry(record, { fencingToken: "t1", messageId: "m1" })).toBe(
        true,
      );
      expect(calls).toHaveLength(3);
      expect(await store.load(first.deliveryId)).toEqual(record);
    }
  });

  test("has claimed, and only for this handling of the message", async () => {
    const { deliveryId } = await scheduled();
    const { deafStore, calls } = await deaf();
    expect(await deafStore.claim(deliveryId, lease("t1", "m1"))).toBe("claimed");
    expect(calls).toHaveLength(3);
    const { deafStore: other } = await deaf();
    expect(await other.claim(deliveryId, lease("t1", "m1", nowMs + 1))).toBe("busy");
    const { deafStore: another } = await deaf();
    expect(await another.claim(deliveryId, lease("t1", "m2"))).toBe("busy");
  });

  test("has claimed again after the lease", async () => {
    const { deliveryId } = await scheduled();
    await store.claim(deliveryId, lease("t1", "m1"));
    const { deafStore } = await deaf();
    const later = lease("t1", "m1", nowMs + leaseMs + 1);
    expect(await deafStore.claim(deliveryId, later)).toBe("claimed");
  });

  test("has rotated the token", async () => {
    const { deliveryId } = await scheduled();
    const { deafStore, calls } = await deaf();
    expect(await deafStore.rotate(deliveryId, { from: "t1", to: "t2" })).toBe(true);
    expect(calls).toHaveLength(3);
    expect(await store.load(deliveryId)).toMatchObject({ next: { fencingToken: "t2" } });
  });

  test("has not issued its token when another rotated it before the second try", async () => {
    const record = retryScheduled(newDeliveryId(), "t1");
    const interrupted = interruptedClient(async () => {
      await store.rotate(record.deliveryId, { from: "t1", to: "t2" });
    });
    expect(await storeOver(interrupted).recordFirst(record)).toBe(false);
    expect(await store.load(record.deliveryId)).toMatchObject({ next: { fencingToken: "t2" } });
  });

  test("is still refused where the record is another attempt's", async () => {
    const { deliveryId } = await scheduled();
    const { deafStore: first } = await deaf();
    expect(await first.recordFirst(retryScheduled(deliveryId, "t2"))).toBe(false);
    const { deafStore: retry } = await deaf();
    const claim = { fencingToken: "t1", messageId: "m1" };
    expect(await retry.recordRetry(retryScheduled(deliveryId, "t2"), claim)).toBe(false);
    const { deafStore: rotate } = await deaf();
    expect(await rotate.rotate(deliveryId, { from: "t0", to: "t2" })).toBe(false);
  });
});

test("each write keeps the delivery for 30 more days", async () => {
  const { deliveryId } = await scheduled();
  const at = (minutes: number) => nowMs + minutes * 60_000;
  expect(await expiresAtMs(deliveryId)).toBe(at(0) + 30 * 86_400_000);
  await storeOver(client, at(1)).rotate(deliveryId, { from: "t1", to: "t2" });
  expect(await expiresAtMs(deliveryId)).toBe(at(1) + 30 * 86_400_000);
  await storeOver(client, at(2)).claim(deliveryId, lease("t2", "m1"));
  expect(await expiresAtMs(deliveryId)).toBe(at(2) + 30 * 86_400_000);
  const record = final(retryScheduled(deliveryId, ""), "delivered");
  await storeOver(client, at(3)).recordRetry(record, { fencingToken: "t2", messageId: "m1" });
  expect(await expiresAtMs(deliveryId)).toBe(at(3) + 30 * 86_400_000);
});

test.each([
  [0, 1],
  [600, 1],
  [1_024, 2],
])("a first-try success with a response of %i bytes costs %i write units", async (...of) => {
  const [bytes, expected] = of;
  const { metered, units } = meteredClient();
  const record = deliveredAtOnce(newDeliveryId(), "x".repeat(bytes));
  expect(await storeOver(metered).recordFirst(record)).toBe(true);
  expect(units).toEqual([expected]);
});

test("load is strongly consistent", async () => {
  const proxy = await proxyOfTest();
  await storeOver(localDynamodbClient(proxy.endpoint)).load(newDeliveryId());
  expect(proxy.calls).toMatchObject([{ operation: "GetItem", input: { ConsistentRead: true } }]);
});

test("text that is no delivery id is an error, before anything is sent for it", async () => {
  await expect(store.load("dlv_1")).rejects.toThrow("dlv_1 is not a delivery id");
});

async function scheduled() {
  const record = retryScheduled(newDeliveryId(), "t1");
  await store.recordFirst(record);
  return record;
}

async function expiresAtMs(deliveryId: string): Promise<number> {
  const Key = marshall({ ...deliveryKeyOf(deliveryId) });
  const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key }));
  return Number(Item?.expiresAt?.N) * 1_000;
}

/** A client whose first call loses its response, and something happens before it is sent again. */
function interruptedClient(happening: () => Promise<void>) {
  const interrupted = localDynamodbClient(endpoint);
  let calls = 0;
  interrupted.middlewareStack.add(
    (next) => async (call) => {
      calls += 1;
      const result = await next(call);
      if (calls > 1) return result;
      await happening();
      throw Object.assign(new Error("the response is lost"), { name: "TimeoutError" });
    },
    { step: "finalizeRequest", priority: "low" },
  );
  return interrupted;
}
