import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import type { StoredCount } from "../../../core/counters/count-event.ts";
import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import { holdFailedRecords, takeFailedRecord } from "../failed-records.ts";
import { itemsWith } from "../restored-table.ts";
import {
  createCustomer,
  outputs,
  services,
  stores,
  stubFunctionEnvironment,
  tapOnce,
} from "../service.ts";
import { createReceiver } from "./webhook-service.ts";

holdFailedRecords();

/** No other run's records have these ids. */
const batch = randomBase62(12);

type Handler = typeof import("../../../lambdas/webhooks/dispatch-events.ts")["handler"];
let handler: Handler;

beforeAll(async () => {
  stubFunctionEnvironment({
    AWS_ENDPOINT_URL_SQS: services.sqs,
    WEBHOOK_ENDPOINTS_TABLE: outputs.WebhookEndpointsTable,
    FIRST_ATTEMPTS_QUEUE_URL: outputs.FirstAttemptsQueue,
    SLOW_ATTEMPTS_QUEUE_URL: outputs.SlowAttemptsQueue,
    AWS_ENDPOINT_URL_S3: services.s3,
    FAILED_RECORDS_BUCKET: outputs.FailedRecordsBucket,
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
  return { eventID: `event-${number}-${batch}`, ...(dynamodb && { dynamodb }) };
}

const invoke = (Records: DynamoDBRecord[]) => handler({ Records } satisfies DynamoDBStreamEvent);

test("records that cannot be read are stored, each alone, and their neighbours dispatched once", async () => {
  const { organization } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id);
  const counts = [countOf(organization.id), countOf(organization.id), countOf(organization.id)];
  const [first, second, third] = counts.map(recordOf);
  const mark = randomBase62(12);
  const poison = (number: number) =>
    record({ counterKey: { S: `poison-${number}-${mark}` } }, number);
  const unknown = record({ unknownKey: { S: `poison-4-${mark}` } }, 4);
  const batch = [poison(1), first, poison(2), second, poison(3), third, unknown];
  expect(await invoke(batch.flatMap((one) => one ?? []))).toEqual({ batchItemFailures: [] });
  const deliveries = await receiver.verified(3);
  expect(deliveries.map(({ event }) => event.id).toSorted()).toEqual(
    counts.map((count) => countWebhook(count).eventId).toSorted(),
  );
  for (const number of [1, 2, 3, 4]) {
    const object = await takeFailedRecord(outputs.FailedRecordsBucket, `poison-${number}-${mark}`);
    const { requestContext, payload } = JSON.parse(object);
    expect(requestContext).toEqual({ condition: "RecordNotUnderstood" });
    expect(JSON.parse(payload).Records).toHaveLength(1);
  }
  expect(receiver.received).toHaveLength(3);
});

test("an event that the code cannot dispatch is stored, and others of its organization are sent", async () => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id);
  const good = countOf(organization.id);
  // The id of its delivery would begin with a negative time.
  const bad = { ...countOf(organization.id), createdAt: "0001-01-01T00:00:00.000Z" };
  expect(await invoke([recordOf(bad, 1), recordOf(good, 2)])).toEqual({ batchItemFailures: [] });
  const [delivery] = await receiver.verified(1);
  expect(delivery?.event.id).toBe(countWebhook(good).eventId);
  const object = await takeFailedRecord(outputs.FailedRecordsBucket, bad.counterId);
  expect(JSON.parse(object).requestContext).toEqual({ condition: "FunctionFailed" });
  expect(counter.organizationId).toBe(organization.id);
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
  const its = await itemsWith("Deliveries", organization.id);
  expect(its.map(({ eventId }) => eventId?.S)).toEqual([delivery?.event.id].slice(0, its.length));
});
