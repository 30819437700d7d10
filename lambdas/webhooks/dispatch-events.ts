import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { sqsClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { storedCountOf } from "../../adapters/counters/dynamodb-count-events.ts";
import { dynamodbWebhookEndpoints } from "../../adapters/webhooks/dynamodb-endpoints.ts";
import { sqsAttemptQueue } from "../../adapters/webhooks/sqs-attempt-queue.ts";
import { dispatch } from "../../core/webhooks/dispatch.ts";
import type { StoredCount } from "../../core/webhooks/webhook-event.ts";
import { environmentOf } from "../functions/environment.ts";
import { dispatchEvents } from "../functions/events.ts";
import { countTrouble, logger } from "./telemetry.ts";

const environment = environmentOf(dispatchEvents, process.env);
const endpoints = dynamodbWebhookEndpoints(dynamodbClient(), environment.WEBHOOK_ENDPOINTS_TABLE);
const ports = {
  endpoints: endpoints.list,
  send: sqsAttemptQueue(sqsClient(), {
    fast: environment.FIRST_ATTEMPTS_QUEUE_URL,
    slow: environment.SLOW_ATTEMPTS_QUEUE_URL,
  }),
};

/**
 * Dispatches the counts up to the first record that is not understood, and Lambda goes on from there.
 * Where that record comes first, the whole batch fails, so that Lambda halves it until the record is
 * alone: nothing is dispatched meanwhile, and nothing twice.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const counts: StoredCount[] = [];
  for (const record of Records) {
    const count = understood(record);
    if (count === undefined) break;
    counts.push(count);
  }
  const failed = new Set<StoredCount>();
  for (const { count, cause } of await dispatch(ports, counts)) {
    const { counterId, lastEventId } = count;
    logger.error("an event is not dispatched", { counterId, lastEventId, error: cause });
    failed.add(count);
  }
  const firstFailure = Records.findIndex((_, index) => {
    const count = counts[index];
    return count === undefined || failed.has(count);
  });
  if (firstFailure >= 0) countTrouble("DispatchErrors");
  if (firstFailure === 0) throw new Error("the first record of the batch cannot be dispatched");
  const itemIdentifier = Records[firstFailure]?.dynamodb?.SequenceNumber;
  return { batchItemFailures: itemIdentifier === undefined ? [] : [{ itemIdentifier }] };
}

function understood({ dynamodb, eventID }: DynamoDBRecord): StoredCount | undefined {
  try {
    return storedCountOf(dynamodb?.NewImage);
  } catch (error) {
    logger.error("a stream record is not understood", { eventID, error });
    return undefined;
  }
}
