import { performance as eventLoop } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import type { Context, SQSBatchResponse, SQSEvent, SQSHandler, SQSRecord } from "aws-lambda";
import {
  kmsClient,
  receivingSqsClient,
  schedulerClient,
  sqsClient,
} from "../../adapters/aws/clients.ts";
import { gatheredReads } from "../../adapters/aws/dynamodb-batch-get.ts";
import { GatheredInserts } from "../../adapters/aws/dynamodb-batch-insert.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { hiddenSinceMs, receiveWaitSeconds, sqsMessages } from "../../adapters/aws/sqs-messages.ts";
import { newFencingToken, randomPart } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { attemptNeedsMs, attemptSender } from "../../adapters/webhooks/attempt-sender.ts";
import { dynamodbDeliveries } from "../../adapters/webhooks/dynamodb-deliveries.ts";
import { dynamodbWebhookEndpoints } from "../../adapters/webhooks/dynamodb-endpoints.ts";
import { keptConnections } from "../../adapters/webhooks/https-receiver.ts";
import { secretOpener } from "../../adapters/webhooks/kms-signing-secrets.ts";
import { retryScheduler } from "../../adapters/webhooks/retry-scheduler.ts";
import { oneAtATime } from "../../core/batches/one-at-a-time.ts";
import { receiveWhileWaiting } from "../../core/batches/queue-batch.ts";
import { AttemptMessage } from "../../core/webhooks/attempt-message.ts";
import { deliver, RetryLater } from "../../core/webhooks/deliver.ts";
import { type Lane, promptMs } from "../../core/webhooks/endpoint-health.ts";
import { environmentOf } from "../functions/environment.ts";
import { deliverWebhook } from "../functions/events.ts";
import { countFailure } from "../telemetry/failures.ts";
import { logger } from "../telemetry/logger.ts";
import { countAttempt, countError, countScheduleError, publishMetrics } from "./telemetry.ts";

const environment = environmentOf(deliverWebhook, process.env);
const { now } = systemClock;
const sqs = sqsClient();
const receiving = receivingSqsClient();
const dynamodb = dynamodbClient();
const readItem = gatheredReads(dynamodb);
const inserts = new GatheredInserts(dynamodb);
/**
 * When `dispatch-events` fails midway, it sends first messages again. Of two that are in hand at once
 * neither would find a record, and both would be sent.
 */
const inTurn = oneAtATime();

const ports = {
  store: dynamodbDeliveries(dynamodb, environment.tables, { now, readItem, inserts }),
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
  endpoints: dynamodbWebhookEndpoints(dynamodb, environment.tables, readItem),
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

/** The time that must be left to receive another message, in milliseconds, with half a second to spare. */
const neededToReceiveMs = attemptNeedsMs + receiveWaitSeconds * 1_000 + 500;

/**
 * In the fast lane, the earliest time for a function to look into the queue. An endpoint that begins to
 * hang holds all functions within a moment; the first one that looks then handles what waits for all
 * of them. Where receivers respond sooner, no request is added.
 */
const earliestLookMs = 100;

/** In the slow lane, the longest pause before receiving further messages. */
const longestPauseMs = 1_000;

/**
 * In the slow lane, the longest random extra for an invocation: functions that began together do not
 * stop together. In the fast lane there is no time for it, see lib/webhooks/redelivery.ts.
 */
const spreadMs = 4_000;

const visibilityMs = environment.VISIBILITY_SECONDS * 1_000;

/** How long Lambda may hold messages before their batch is hidden anew; a cold start takes less. */
const longestHeldMs = 3_000;

/** By how much the clocks of functions and of SQS may differ. */
const clockSkewMs = 1_000;

const processor = new BatchProcessor(EventType.SQS);

/**
 * Handles all messages of a batch at once: most of an attempt is waiting for the receiver. While a
 * receiver hangs, handles further messages.
 */
export const handler: SQSHandler = async (event, context) => {
  const sinceMs = await hiddenSince(event);
  if (sinceMs === undefined) return allFailed(event);
  const deliverOne = (record: SQSRecord) => deliverMessage(record, sinceMs, context);
  const handled = processPartialResponse(event, deliverOne, processor, {
    throwOnFullBatchFailure: false,
  });
  try {
    await handleFurther(event, context, handled);
    return await handled;
  } finally {
    publishMetrics();
  }
};

/**
 * Since when a batch is hidden from other functions. If Lambda has held it for long, for example while this
 * function was throttled, it is hidden anew, so that nothing is received again while it is handled.
 * Undefined when that fails, because it is too late or for another reason.
 */
async function hiddenSince({ Records }: SQSEvent): Promise<number | undefined> {
  const nowMs = now();
  const each = Records.map(({ attributes }) => hiddenSinceMs(attributes, visibilityMs));
  const sinceMs = Math.min(nowMs, ...each);
  if (nowMs - sinceMs <= longestHeldMs) return sinceMs;
  try {
    await attemptQueues
      .get(Records[0]?.eventSourceARN ?? "")
      ?.hide(Records, environment.VISIBILITY_SECONDS);
    return nowMs;
  } catch (error) {
    logger.warn("a batch came late, could not be hidden anew and is received again", { error });
    return undefined;
  }
}

function allFailed({ Records }: SQSEvent): SQSBatchResponse {
  return {
    batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
  };
}

async function handleFurther(
  { Records: [first, ...others] }: SQSEvent,
  context: Context,
  handled: Promise<unknown>,
): Promise<void> {
  const queue = first && attemptQueues.get(first.eventSourceARN);
  if (first === undefined || queue === undefined) return;
  const { eventSourceARN } = first;
  const lane = laneOf(eventSourceARN);
  const begun = eventLoop.eventLoopUtilization();
  const extraMs = lane === "slow" ? longestPauseMs + randomPart(spreadMs) : 0;
  await receiveWhileWaiting(
    {
      ...queue,
      handle: (message) =>
        deliverMessage({ ...message, eventSourceARN }, message.hiddenSinceMs, context),
      isIdle: () => eventLoop.eventLoopUtilization(begun).utilization < 0.5,
      hasTime: () => context.getRemainingTimeInMillis() >= neededToReceiveMs + extraMs,
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
      ...(lane === "slow"
        ? { pauseMs: () => randomPart(longestPauseMs) }
        : {
            lookAfterMs: earliestLookMs + randomPart(promptMs - earliestLookMs),
            maxAfterLook: keptConnections,
          }),
    },
  );
}

function laneOf(queueArn: string): Lane {
  return queueArn === environment.SLOW_ATTEMPTS_QUEUE_ARN ? "slow" : "fast";
}

type Received = Pick<SQSRecord, "body" | "messageId" | "eventSourceARN">;

async function deliverMessage(record: Received, sinceMs: number, context: Context): Promise<void> {
  const { body, messageId, eventSourceARN } = record;
  const lane = laneOf(eventSourceARN);
  const heldUntilMs = Math.min(
    now() + context.getRemainingTimeInMillis(),
    sinceMs + visibilityMs - clockSkewMs,
  );
  const leftMs = () => heldUntilMs - now();
  let deliveryId: string | undefined;
  try {
    const message = AttemptMessage.parse(JSON.parse(body));
    deliveryId = message.deliveryId;
    const sender = attemptSender({ ...senders, leftMs });
    const handled = await inTurn(deliveryId, () =>
      inserts.during(() => deliver({ ...ports, sender, lane, heldUntilMs }, message, messageId)),
    );
    countAttempt(message, handled, lane);
  } catch (error) {
    if (error instanceof RetryLater) {
      logger.info("a message is retried later", { messageId, why: error.message });
    } else {
      logger.error("a message is not handled and is retried", { messageId, deliveryId, error });
      countError("AttemptErrors");
      countFailure(context);
    }
    throw error;
  }
}
