import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import type { Context, SQSHandler, SQSRecord } from "aws-lambda";
import { kmsClient, schedulerClient, sqsClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { newFencingToken } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { attemptSender } from "../../adapters/webhooks/attempt-sender.ts";
import { dynamodbDeliveries } from "../../adapters/webhooks/dynamodb-deliveries.ts";
import {
  dynamodbWebhookEndpoints,
  sharedReads,
} from "../../adapters/webhooks/dynamodb-endpoints.ts";
import { secretOpener } from "../../adapters/webhooks/kms-signing-secrets.ts";
import { retryScheduler } from "../../adapters/webhooks/retry-scheduler.ts";
import { AttemptMessage } from "../../core/webhooks/attempt-message.ts";
import { deliver, RetryLater } from "../../core/webhooks/deliver.ts";
import { environmentOf } from "../functions/environment.ts";
import { deliverWebhook } from "../functions/events.ts";
import {
  countAttempt,
  countError,
  countScheduleError,
  logger,
  publishMetrics,
} from "./telemetry.ts";

const environment = environmentOf(deliverWebhook, process.env);
const { now } = systemClock;
const dynamodb = dynamodbClient();

const ports = {
  store: dynamodbDeliveries(dynamodb, environment.DELIVERIES_TABLE, { now }),
  retryScheduler: retryScheduler({
    sqs: sqsClient(),
    scheduler: schedulerClient(),
    routes: {
      queues: {
        fast: { url: environment.RETRIES_QUEUE_URL, arn: environment.RETRIES_QUEUE_ARN },
        slow: {
          url: environment.SLOW_ATTEMPTS_QUEUE_URL,
          arn: environment.SLOW_ATTEMPTS_QUEUE_ARN,
        },
      },
      scheduleGroup: environment.SCHEDULE_GROUP,
      scheduleRoleArn: environment.SCHEDULE_ROLE_ARN,
      deadLetterArn: environment.SCHEDULE_DEAD_LETTERS_ARN,
      schedulerFromSeconds: environment.SCHEDULER_FROM_SECONDS,
    },
    now,
    onScheduleError: countScheduleError,
  }),
  newFencingToken,
  now,
  retryDelays: environment.RETRY_DELAYS,
};

const senders = {
  endpoints: sharedReads(dynamodbWebhookEndpoints(dynamodb, environment.WEBHOOK_ENDPOINTS_TABLE)),
  openSecret: secretOpener(kmsClient(), now),
  allowedAddresses: environment.ALLOWED_RECEIVER_ADDRESSES,
  now,
};

const processor = new BatchProcessor(EventType.SQS);

/** Handles all messages of a batch at once: most of an attempt is waiting for the receiver. */
export const handler: SQSHandler = async (event, context) => {
  try {
    return await processPartialResponse(event, deliverMessage, processor, {
      context,
      throwOnFullBatchFailure: false,
    });
  } finally {
    publishMetrics();
  }
};

async function deliverMessage(record: SQSRecord, context?: Context): Promise<void> {
  const { body, messageId, eventSourceARN } = record;
  const lane = eventSourceARN === environment.SLOW_ATTEMPTS_QUEUE_ARN ? "slow" : "fast";
  const leftMs = () => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
  try {
    const message = AttemptMessage.parse(JSON.parse(body));
    const sender = attemptSender({ ...senders, leftMs });
    countAttempt(message, await deliver({ ...ports, sender, lane }, message, messageId), lane);
  } catch (error) {
    if (error instanceof RetryLater) {
      logger.info("a message is retried later", { messageId, why: error.message });
    } else {
      logger.error("a message is not handled and is retried", { messageId, error });
      countError("AttemptErrors");
    }
    throw error;
  }
}
