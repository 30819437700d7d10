import { setTimeout as sleep } from "node:timers/promises";
import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import type { Context, SQSEvent, SQSHandler, SQSRecord } from "aws-lambda";
import {
  kmsClient,
  receiveLimitMs,
  receivingSqsClient,
  schedulerClient,
  sqsClient,
} from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { sqsMessages } from "../../adapters/aws/sqs-messages.ts";
import { newFencingToken, randomPart } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { attemptNeedsMs, attemptSender } from "../../adapters/webhooks/attempt-sender.ts";
import { dynamodbDeliveries } from "../../adapters/webhooks/dynamodb-deliveries.ts";
import {
  dynamodbWebhookEndpoints,
  sharedReads,
} from "../../adapters/webhooks/dynamodb-endpoints.ts";
import { secretOpener } from "../../adapters/webhooks/kms-signing-secrets.ts";
import { retryScheduler } from "../../adapters/webhooks/retry-scheduler.ts";
import { receiveWhileWaiting } from "../../core/batches/queue-batch.ts";
import { AttemptMessage } from "../../core/webhooks/attempt-message.ts";
import { deliver, RetryLater } from "../../core/webhooks/deliver.ts";
import { type Lane, promptMs } from "../../core/webhooks/endpoint-health.ts";
import { environmentOf } from "../functions/environment.ts";
import { deliverWebhook } from "../functions/events.ts";
import { countFailure } from "../telemetry/failures.ts";
import {
  countAttempt,
  countError,
  countScheduleError,
  logger,
  publishMetrics,
} from "./telemetry.ts";

const environment = environmentOf(deliverWebhook, process.env);
const { now } = systemClock;
const sqs = sqsClient();
const receiving = receivingSqsClient();
const dynamodb = dynamodbClient();

const ports = {
  store: dynamodbDeliveries(dynamodb, environment.tables, { now }),
  retryScheduler: retryScheduler({
    sqs,
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
  endpoints: sharedReads(dynamodbWebhookEndpoints(dynamodb, environment.tables)),
  openSecret: secretOpener(kmsClient(), now),
  allowedAddresses: environment.ALLOWED_RECEIVER_ADDRESSES,
  now,
};

const attemptQueues = new Map(
  [
    [environment.FIRST_ATTEMPTS_QUEUE_ARN, environment.FIRST_ATTEMPTS_QUEUE_URL] as const,
    [environment.RETRIES_QUEUE_ARN, environment.RETRIES_QUEUE_URL] as const,
    [environment.SLOW_ATTEMPTS_QUEUE_ARN, environment.SLOW_ATTEMPTS_QUEUE_URL] as const,
  ].map(([arn, url]) => [arn, sqsMessages({ receiving, sqs }, url)]),
);

/**
 * In the fast lane fewer than the 50 calls that the SDK can repeat when all of them time out at once:
 * its retry quota is 500 tokens, and 10 for a timeout. An outcome that is not recorded means a second
 * POST. In the slow lane fewer still: receivers in trouble should get no flood, and connections that
 * cannot be reused cost processor time.
 */
const maxInHand: Record<Lane, number> = { fast: 40, slow: 20 };

/** In the slow lane, the longest pause before receiving further messages. */
const longestPauseMs = 1_000;

/** The time that must be left to receive another message, in milliseconds, with a second to spare. */
const neededToReceiveMs = attemptNeedsMs + longestPauseMs + receiveLimitMs + 1_000;

/** The longest random extra for an invocation: functions that began together do not stop together. */
const spreadMs = 8_000;

const processor = new BatchProcessor(EventType.SQS);

/**
 * Handles all messages of a batch at once: most of an attempt is waiting for the receiver. While a
 * receiver hangs, handles further messages.
 */
export const handler: SQSHandler = async (event, context) => {
  const handled = processPartialResponse(event, deliverMessage, processor, {
    context,
    throwOnFullBatchFailure: false,
  });
  try {
    await handleFurther(event, context, handled);
    return await handled;
  } finally {
    publishMetrics();
  }
};

async function handleFurther(
  { Records: [first, ...others] }: SQSEvent,
  context: Context,
  handled: Promise<unknown>,
): Promise<void> {
  const queue = first && attemptQueues.get(first.eventSourceARN);
  if (first === undefined || queue === undefined) return;
  const { eventSourceARN } = first;
  const lane = laneOf(eventSourceARN);
  const needMs = neededToReceiveMs + randomPart(spreadMs);
  await receiveWhileWaiting(
    {
      ...queue,
      handle: (message) => deliverMessage({ ...message, eventSourceARN }, context),
      hasTime: () => context.getRemainingTimeInMillis() >= needMs,
      onError: (error) => logger.warn("no further messages are received", { error }),
      now: () => performance.now(),
      sleep: async (ms, signal) => {
        await sleep(ms, undefined, { signal }).catch(() => {});
      },
    },
    { handled, size: 1 + others.length },
    {
      receiveAfterMs: promptMs,
      maxInHand: maxInHand[lane],
      ...(lane === "slow" && { pauseMs: () => randomPart(longestPauseMs) }),
    },
  );
}

function laneOf(queueArn: string): Lane {
  return queueArn === environment.SLOW_ATTEMPTS_QUEUE_ARN ? "slow" : "fast";
}

type Received = Pick<SQSRecord, "body" | "messageId" | "eventSourceARN">;

async function deliverMessage(record: Received, context?: Context): Promise<void> {
  const { body, messageId, eventSourceARN } = record;
  const lane = laneOf(eventSourceARN);
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
      if (context !== undefined) countFailure(context);
    }
    throw error;
  }
}
