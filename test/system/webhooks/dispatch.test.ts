import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import { countWebhook, type StoredCount } from "../../../core/webhooks/count-webhooks.ts";
import { createCustomer, outputs, stores, stubFunctionEnvironment, tapOnce } from "../service.ts";
import { clients, createReceiver, services } from "./webhook-service.ts";

type Handler = typeof import("../../../lambdas/webhooks/dispatch-events.ts")["handler"];
let handler: Handler;

beforeAll(async () => {
  stubFunctionEnvironment({
    AWS_ENDPOINT_URL_SQS: services.sqs,
    WEBHOOK_ENDPOINTS_TABLE: outputs.WebhookEndpointsTable,
    FIRST_ATTEMPTS_QUEUE_URL: outputs.FirstAttemptsQueue,
    SLOW_ATTEMPTS_QUEUE_URL: outputs.SlowAttemptsQueue,
  });
  ({ handler } = await import("../../../lambdas/webhooks/dispatch-events.ts"));
});

afterAll(() => vi.unstubAllEnvs());

function countOf(organizationId: string): StoredCount {
  return {
    ...{ organizationId, counterId: `ctr_${randomBase62(20)}`, counterName: "Gate" },
    ...{ eventType: "increment", previousCount: 0, count: 1, delta: 1, lastEventId: 1 },
    createdAt: new Date().toISOString(),
  };
}

/** The stream record of a count that is stored nowhere, so that only this batch dispatches it. */
function recordOf({ organizationId, counterId, ...count }: StoredCount, number: number) {
  const image = marshall({
    ...count,
    counterKey: `${organizationId}/${counterId}`,
    metadata: null,
  });
  return record(image, number);
}

function record(NewImage: unknown, number: number): DynamoDBRecord {
  const dynamodb = { SequenceNumber: `${number}`, NewImage } as DynamoDBRecord["dynamodb"];
  return { eventID: `event-${number}`, ...(dynamodb && { dynamodb }) };
}

const invoke = (Records: DynamoDBRecord[]) => handler({ Records } satisfies DynamoDBStreamEvent);

const poison = (number: number) => record({ counterKey: { S: "poison" } }, number);

test("a record that cannot be read in the middle of a batch ends the batch there", async () => {
  const { organization } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id);
  const [before, after] = [countOf(organization.id), countOf(organization.id)];
  const batch = [recordOf(before, 1), poison(2), recordOf(after, 3)];
  expect(await invoke(batch)).toEqual({ batchItemFailures: [{ itemIdentifier: "2" }] });
  // Lambda continues from that record: first with the bad one alone, then with what is behind it.
  await expect(invoke([poison(2)])).rejects.toThrow("first record");
  expect(await invoke([recordOf(after, 3)])).toEqual({ batchItemFailures: [] });
  const deliveries = await receiver.verified(2);
  expect(deliveries.map(({ event }) => event.id).toSorted()).toEqual(
    [before, after].map((count) => countWebhook(count).eventId).toSorted(),
  );
  expect(new Set(deliveries.map(({ deliveryId }) => deliveryId)).size).toBe(2);
});

test("a batch whose first record cannot be read fails and dispatches nothing", async () => {
  const { organization } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id);
  const count = countOf(organization.id);
  await expect(invoke([poison(1), recordOf(count, 2)])).rejects.toThrow("first record");
  const behind = countOf(organization.id);
  expect(await invoke([recordOf(behind, 3)])).toEqual({ batchItemFailures: [] });
  const [delivery] = await receiver.verified(1);
  expect(delivery?.event.id).toBe(countWebhook(behind).eventId);
  expect(receiver.received).toHaveLength(1);
});

test("a record of an unknown table cannot be read", async () => {
  await expect(invoke([record({ unknownKey: { S: "x" } }, 1)])).rejects.toThrow("first record");
});

test("an organization whose plan has no webhooks leaves no trace at all", async () => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id);
  await stores.plans.set(organization.id, "free");
  expect(await invoke([recordOf(countOf(organization.id), 1)])).toEqual({ batchItemFailures: [] });
  await tapOnce(counter);
  // The stream keeps its order: what another organization counts later is dispatched later.
  const other = await createCustomer("pro");
  const others = await createReceiver(other.organization.id);
  await tapOnce(other.counter);
  await others.verified(1);
  await stores.plans.set(organization.id, "pro");
  await tapOnce(counter);
  const [delivery] = await receiver.verified(1);
  expect(delivery?.event.id).toMatch(/:2$/);
  expect(receiver.received).toHaveLength(1);
  const { Items = [] } = await clients.dynamodb.send(
    new ScanCommand({ TableName: outputs.DeliveriesTable, ConsistentRead: true }),
  );
  const its = Items.filter((item) => item.organizationId?.S === organization.id);
  expect(its.map(({ eventId }) => eventId?.S)).toEqual([delivery?.event.id].slice(0, its.length));
});
