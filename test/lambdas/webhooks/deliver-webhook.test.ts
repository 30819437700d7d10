import type { Context, SQSEvent, SQSRecord } from "aws-lambda";
import { expect, test, vi } from "vitest";

const arn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
const environment = {
  AWS_REGION: "us-east-1",
  POWERTOOLS_LOG_LEVEL: "SILENT",
  POWERTOOLS_METRICS_DISABLED: "true",
  POWERTOOLS_METRICS_NAMESPACE: "test",
  WEBHOOK_ENDPOINTS_TABLE: "endpoints",
  DELIVERIES_TABLE: "deliveries",
  RETRIES_QUEUE_URL: "https://sqs.example.com/retries",
  RETRIES_QUEUE_ARN: arn("retries"),
  SLOW_ATTEMPTS_QUEUE_URL: "https://sqs.example.com/slow",
  SLOW_ATTEMPTS_QUEUE_ARN: arn("slow"),
  SCHEDULE_GROUP: "retries",
  SCHEDULE_ROLE_ARN: "arn:aws:iam::000000000000:role/scheduler",
  SCHEDULE_DEAD_LETTERS_ARN: arn("dead-letters"),
  SCHEDULER_FROM_SECONDS: "901",
  ALLOWED_RECEIVER_ADDRESSES: "",
};
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
const { handler } = await import("../../../lambdas/webhooks/deliver-webhook.ts");

const record = (messageId: string, body: string) =>
  ({ messageId, body, eventSourceARN: arn("retries") }) as SQSRecord;

test("messages that are not understood are reported as failed, so that the queue keeps them", async () => {
  const event: SQSEvent = { Records: [record("m1", "not JSON"), record("m2", "{}")] };
  const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
  expect(await handler(event, context, () => {})).toEqual({
    batchItemFailures: [{ itemIdentifier: "m1" }, { itemIdentifier: "m2" }],
  });
});
