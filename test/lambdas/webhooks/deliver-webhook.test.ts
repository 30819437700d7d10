import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { ClientRequest } from "node:http";
import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { GetScheduleCommand } from "@aws-sdk/client-scheduler";
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import type { Context, SQSEvent, SQSRecord, SQSRecordAttributes } from "aws-lambda";
import { afterAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { schedulerClient, sqsClient } from "../../../adapters/aws/clients.ts";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { dynamodbDeliveries } from "../../../adapters/webhooks/dynamodb-deliveries.ts";
import { endpointItem } from "../../../adapters/webhooks/dynamodb-endpoints.ts";
import { AttemptMessage } from "../../../core/webhooks/attempt-message.ts";
import { deriveDeliveryId } from "../../../core/webhooks/delivery-id.ts";
import type { Lane } from "../../../core/webhooks/endpoint-health.ts";
import { startQueuesAndTables } from "./queues-and-tables.ts";

const { urls, arns, scheduleRoleArn, endpoints, close } = await startQueuesAndTables();

const arn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
const environment = {
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
  AWS_ENDPOINT_URL_SQS: endpoints.sqs,
  AWS_ENDPOINT_URL_SCHEDULER: endpoints.scheduler,
  AWS_LAMBDA_LOG_LEVEL: "FATAL",
  POWERTOOLS_METRICS_NAMESPACE: "test",
  WEBHOOK_ENDPOINTS_TABLE: "endpoints",
  DELIVERIES_TABLE: "deliveries",
  FIRST_ATTEMPTS_QUEUE_URL: urls.fast,
  FIRST_ATTEMPTS_QUEUE_ARN: arn("first-attempts"),
  RETRIES_QUEUE_URL: urls.fast,
  RETRIES_QUEUE_ARN: arns.fast,
  SLOW_ATTEMPTS_QUEUE_URL: urls.slow,
  SLOW_ATTEMPTS_QUEUE_ARN: arns.slow,
  SCHEDULE_GROUP: "schedules",
  SCHEDULE_ROLE_ARN: scheduleRoleArn,
  SCHEDULE_DEAD_LETTERS_ARN: arn("dead-letters"),
  SCHEDULER_FROM_SECONDS: "901",
  VISIBILITY_SECONDS: "28",
  ALLOWED_RECEIVER_ADDRESSES: "",
};
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
const { handler } = await import("../../../lambdas/webhooks/deliver-webhook.ts");

const dynamodb = localDynamodbClient(endpoints.dynamodb);
const [sqs, scheduler] = [sqsClient(), schedulerClient()];
const deliveries = dynamodbDeliveries(
  dynamodb,
  { deliveries: environment.DELIVERIES_TABLE },
  { now: Date.now },
);
afterAll(async () => {
  for (const client of [dynamodb, sqs, scheduler]) client.destroy();
  await close();
});

const record = (messageId: string, body: string, from: Lane = "fast") =>
  ({ messageId, body, eventSourceARN: arns[from], attributes: receivedAgo(0) }) as SQSRecord;

const receivedAgo = (ms: number) =>
  ({
    ApproximateFirstReceiveTimestamp: String(Date.now() - ms),
    ApproximateReceiveCount: "1",
  }) as SQSRecordAttributes;

function handle(...Records: SQSRecord[]) {
  const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
  return handler({ Records } satisfies SQSEvent, context, () => {});
}

const allHandled = { batchItemFailures: [] };

test("messages that are not understood are reported as failed, so that the queue keeps them", async () => {
  expect(await handle(record("m1", "not JSON"), record("m2", "{}"))).toEqual({
    batchItemFailures: [{ itemIdentifier: "m1" }, { itemIdentifier: "m2" }],
  });
});

test("the deliveries of a batch are read with one call and recorded with one", async () => {
  const messages = await Promise.all(Array.from({ length: 10 }, () => firstMessageTo("fast")));
  const calls: unknown[] = [];
  const count = (message: unknown) => calls.push(targetOf(message));
  subscribe("http.client.request.start", count);
  // That organization has none of these endpoints, so nothing is sent.
  const unsent = messages.map((message) => ({ ...message, organizationId: "org_2" }));
  const records = unsent.map((message, index) => record(`m${index}`, JSON.stringify(message)));
  expect(await handle(...records)).toEqual(allHandled);
  unsubscribe("http.client.request.start", count);
  expect(calls).toEqual(["BatchGetItem", "BatchExecuteStatement"]);
  for (const { deliveryId } of messages)
    expect(await deliveries.load(deliveryId)).toMatchObject({ state: "cancelled" });
});

const Started = z.object({ request: z.instanceof(ClientRequest) });

/** The operation of a request to DynamoDB that begins. */
function targetOf(message: unknown): string | undefined {
  const { request } = Started.parse(message);
  return String(request.getHeader("x-amz-target")).split(".").at(-1);
}

test("a first message to an endpoint that is slow moves to the slow queue", async () => {
  const first = await firstMessageTo("slow");
  expect(await handle(record("m1", JSON.stringify(first)))).toEqual(allHandled);
  expect(await receive("slow")).toEqual([first]);
  expect(await receive("fast")).toEqual([]);
});

test.each<[Lane, Lane]>([
  ["fast", "slow"],
  ["slow", "fast"],
])(
  "a retry to a %s endpoint takes the queue of its lane, and not the %s one",
  async (lane, other) => {
    const first = await firstMessageTo(lane);
    const lost = await scheduledRetry(first, 0);
    expect(await handle(record("m1", JSON.stringify(first), lane))).toEqual(allHandled);
    const [reissued, ...more] = await receive(lane);
    expect(reissued).toEqual({ ...first, ...lost, fencingToken: expect.any(String) });
    expect(reissued?.fencingToken).not.toBe(lost.fencingToken);
    expect(more).toEqual([]);
    expect(await receive(other)).toEqual([]);
  },
);

test.each<Lane>(["fast", "slow"])(
  "a distant retry to a %s endpoint is a schedule",
  async (lane) => {
    const first = await firstMessageTo(lane);
    const retry = { ...first, ...(await scheduledRetry(first, Date.now() + 3_600_000)) };
    expect(await handle(record("m1", JSON.stringify(retry), lane))).toEqual(allHandled);
    const Name = `${first.deliveryId.slice(4)}-2-${retry.fencingToken}`;
    const { Target } = await scheduler.send(
      new GetScheduleCommand({ Name, GroupName: environment.SCHEDULE_GROUP }),
    );
    expect(Target).toMatchObject({
      Arn: arns[lane],
      RoleArn: environment.SCHEDULE_ROLE_ARN,
      DeadLetterConfig: { Arn: environment.SCHEDULE_DEAD_LETTERS_ARN },
    });
  },
);

test("a batch that Lambda has held for long is hidden anew, before it is handled", async () => {
  const held = { ...(await received("not JSON", 1)), attributes: receivedAgo(10_000) };
  expect(await handle(held)).toEqual({ batchItemFailures: [{ itemIdentifier: held.messageId }] });
  // For longer than it was hidden at first.
  expect([...(await receive("fast", 1)), ...(await receive("fast", 1))]).toEqual([]);
});

test("a batch that is shown again before its function starts is left to the next one", async () => {
  const first = await firstMessageTo("slow");
  const late = { ...(await received(JSON.stringify(first), 0)), attributes: receivedAgo(28_001) };
  // Another function receives it in between.
  await sqs.send(new ReceiveMessageCommand({ QueueUrl: urls.fast, VisibilityTimeout: 0 }));
  expect(await handle(late)).toEqual({ batchItemFailures: [{ itemIdentifier: late.messageId }] });
  expect(await receive("slow")).toEqual([]);
  expect(await receive("fast")).toEqual([first]);
});

/** A message that was received from the queue of fast endpoints, and is hidden for so long. */
async function received(MessageBody: string, VisibilityTimeout: number): Promise<SQSRecord> {
  const QueueUrl = urls.fast;
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  const { Messages: [message] = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout }),
  );
  const { MessageId = "", ReceiptHandle = "" } = message ?? {};
  return { ...record(MessageId, MessageBody), receiptHandle: ReceiptHandle };
}

/** The first message of a delivery to a new endpoint in this lane. */
async function firstMessageTo(lane: Lane): Promise<AttemptMessage> {
  const id = `end_${randomBase62(20)}`;
  const createdAt = new Date().toISOString();
  const owner = { organizationId: "org_1", plan: "pro", url: "https://example.com/" } as const;
  const secret = { sealedSecret: "sealed", wrappedKey: "wrapped" };
  const Item = endpointItem({
    ...{ id, createdAt, lane, events: ["counter.increment"] },
    ...{ ...owner, ...secret },
  });
  await dynamodb.send(new PutItemCommand({ TableName: environment.WEBHOOK_ENDPOINTS_TABLE, Item }));
  const eventId = `counter.increment:ctr_${randomBase62(20)}:1`;
  return {
    deliveryId: deriveDeliveryId({ eventKey: eventId, createdAt, endpointId: id }),
    organizationId: owner.organizationId,
    eventId,
    eventType: "counter.increment",
    body: "{}",
    attempt: 1,
  };
}

/** Records that the first attempt has failed, and returns what the next message would have. */
async function scheduledRetry(first: AttemptMessage, dueMs: number) {
  const { deliveryId, organizationId, eventId, eventType } = first;
  const next = { attempt: 2, dueMs, fencingToken: randomBase62(12) };
  await deliveries.recordFirst({
    ...{ deliveryId, organizationId, eventId, eventType, next },
    state: "retry_scheduled",
    attempts: [{ attempt: 1, at: new Date().toISOString(), durationMs: 3, status: 500 }],
  });
  return next;
}

/** Takes all messages out of the queue of a lane that are there, or come while it waits. */
async function receive(lane: Lane, WaitTimeSeconds = 0): Promise<AttemptMessage[]> {
  const QueueUrl = urls[lane];
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds }),
  );
  for (const { ReceiptHandle } of Messages) {
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  }
  return Messages.map(({ Body = "" }) => AttemptMessage.parse(JSON.parse(Body)));
}
