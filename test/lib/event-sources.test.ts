import { expect, test } from "vitest";
import * as z from "zod";
import { propertiesOf, resolved, resources } from "./synthesized.ts";

/** Every property of the resources of a type, with references as names. */
function all(type: string): Record<string, unknown> {
  const found = Object.entries(resources(type));
  return Object.fromEntries(found.map(([id, { Properties }]) => [id, resolved(Properties)]));
}

const fromQueue = {
  FunctionName: "{WebhooksDeliverWebhookFunctionAliaslive}",
  // As many as SQS returns in one call; without a window, so that a single message waits for none.
  BatchSize: 10,
  // Without it one message that fails brings all of its batch again.
  FunctionResponseTypes: ["ReportBatchItemFailures"],
};

const fromStream = (failedRecords: string) => ({
  StartingPosition: "TRIM_HORIZON",
  BatchSize: 100,
  // Calls to AWS that fail are tried again until they work, for 20 of the 24 hours that the stream
  // keeps a record; what the function cannot handle it stores itself.
  MaximumRetryAttempts: -1,
  MaximumRecordAgeInSeconds: 72_000,
  BisectBatchOnFunctionError: true,
  FunctionResponseTypes: ["ReportBatchItemFailures"],
  DestinationConfig: { OnFailure: { Destination: failedRecords } },
  // The alarm on failed records counts what this metric reports.
  MetricsConfig: { Metrics: ["EventCount"] },
});

test("streams and queues invoke their functions with these settings and no others", () => {
  expect(all("AWS::Lambda::EventSourceMapping")).toEqual({
    WebhooksDispatchMapping: {
      ...fromStream("{WebhooksDispatchFailedRecords.Arn}"),
      EventSourceArn: "{CountEvents.StreamArn}",
      FunctionName: "{WebhooksDispatchDispatchEventsFunctionAliaslive}",
      // Only new count events, never a change of one.
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
    },
    // Only what is new: the end of a firing's 90 days is a record of its stream, too.
    WebhooksDispatchFirings: {
      ...fromStream("{WebhooksDispatchFailedRecords.Arn}"),
      EventSourceArn: "{AlertFirings.StreamArn}",
      FunctionName: "{WebhooksDispatchDispatchEventsFunctionAliaslive}",
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
    },
    // Only counts of counters that are in a group or have alerts.
    AlertsMapping: {
      ...fromStream("{AlertsFailedRecords.Arn}"),
      EventSourceArn: "{CountEvents.StreamArn}",
      FunctionName: "{AlertsEvaluateAlertsFunctionAliaslive}",
      FilterCriteria: {
        Filters: [
          { Pattern: '{"dynamodb":{"NewImage":{"groupId":{"S":[{"exists":true}]}}}}' },
          { Pattern: '{"dynamodb":{"NewImage":{"hasAlerts":{"BOOL":[{"exists":true}]}}}}' },
        ],
      },
    },
    WebhooksFirstAttemptsMapping: {
      ...fromQueue,
      EventSourceArn: "{WebhooksFirstAttemptsQueue.Arn}",
      ScalingConfig: { MaximumConcurrency: 2 },
    },
    WebhooksRetriesMapping: {
      ...fromQueue,
      EventSourceArn: "{WebhooksRetriesQueue.Arn}",
      ScalingConfig: { MaximumConcurrency: 2 },
    },
    WebhooksSlowAttemptsMapping: {
      ...fromQueue,
      EventSourceArn: "{WebhooksSlowAttemptsQueue.Arn}",
      ScalingConfig: { MaximumConcurrency: 2 },
    },
  });
});

const days14 = 14 * 86_400;
const kept = { MessageRetentionPeriod: days14, SqsManagedSseEnabled: true };

test("each queue of attempts has a dead-letter queue of its own, which keeps messages as long", () => {
  const working = (deadLetters: string) => ({
    ...kept,
    // Together more than 90 minutes in which the function may be throttled.
    VisibilityTimeout: 28,
    RedrivePolicy: { deadLetterTargetArn: `{${deadLetters}.Arn}`, maxReceiveCount: 195 },
  });
  // No delay of its own, neither for a queue nor for its dead letters.
  expect(all("AWS::SQS::Queue")).toEqual({
    WebhooksFirstAttemptsQueue: working("WebhooksFirstAttemptsDeadLetters"),
    WebhooksFirstAttemptsDeadLetters: kept,
    WebhooksRetriesQueue: working("WebhooksRetriesDeadLetters"),
    WebhooksRetriesDeadLetters: kept,
    WebhooksSlowAttemptsQueue: working("WebhooksSlowAttemptsDeadLetters"),
    WebhooksSlowAttemptsDeadLetters: kept,
  });
});

test("a message of a function that died is received again in less than 30 s, and Lambda accepts the mapping", () => {
  const visibilities = propertiesOf("AWS::SQS::Queue").flatMap(({ VisibilityTimeout }) =>
    VisibilityTimeout === undefined ? [] : [Number(VisibilityTimeout)],
  );
  const { Timeout, Environment } = DeliverWebhook.parse(
    resources("AWS::Lambda::Function").WebhooksDeliverWebhookFunction?.Properties,
  );
  expect(visibilities).toHaveLength(3);
  for (const visibility of visibilities) {
    expect(visibility).toBeLessThan(30);
    // A longer timeout of the function is refused.
    expect(Timeout).toBeLessThanOrEqual(visibility);
    // By this the function knows when its messages are received again.
    expect(Environment.Variables.VISIBILITY_SECONDS).toBe(String(visibility));
  }
});

const DeliverWebhook = z.object({
  Timeout: z.number(),
  Environment: z.object({ Variables: z.looseObject({ VISIBILITY_SECONDS: z.string() }) }),
});

test("the buckets of failed records are encrypted, private and keep them for 90 days", () => {
  const bucket = {
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [
        { ServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } },
      ],
    },
    LifecycleConfiguration: { Rules: [{ ExpirationInDays: 90, Status: "Enabled" }] },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  };
  expect(all("AWS::S3::Bucket")).toEqual({
    AlertsFailedRecords: bucket,
    WebhooksDispatchFailedRecords: bucket,
  });
});

test("a schedule that cannot be delivered goes where attempts go that the queue gave up", () => {
  const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });
  const { Properties } = resources("AWS::Lambda::Function").WebhooksDeliverWebhookFunction ?? {};
  const { Variables } = Environment.parse(resolved(Properties?.Environment));
  expect(Variables.SCHEDULE_DEAD_LETTERS_ARN).toBe("{WebhooksRetriesDeadLetters.Arn}");
});
