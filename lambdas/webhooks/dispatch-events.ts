import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { sqsClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbWebhookEndpoints } from "../../adapters/webhooks/dynamodb-endpoints.ts";
import { sqsAttemptQueue } from "../../adapters/webhooks/sqs-attempt-queue.ts";
import { webhookEventOf } from "../../adapters/webhooks/stream-events.ts";
import { dispatch } from "../../core/webhooks/dispatch.ts";
import type { WebhookEvent } from "../../core/webhooks/webhook-event.ts";
import { environmentOf } from "../functions/environment.ts";
import { dispatchEvents } from "../functions/events.ts";
import { countError, logger } from "./telemetry.ts";

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
 * Dispatches the events up to the first record that cannot be read; Lambda continues from that
 * record. If it is the first of the batch, the batch fails and Lambda halves it until the record is
 * alone. A batch that fails has dispatched nothing, so nothing is dispatched twice.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const events: WebhookEvent[] = [];
  for (const record of Records) {
    const event = eventOf(record);
    if (event === undefined) break;
    events.push(event);
  }
  const failed = new Set<WebhookEvent>();
  for (const { event, cause } of await dispatch(ports, events)) {
    logger.error("an event is not dispatched", { eventKey: event.key, error: cause });
    failed.add(event);
  }
  const firstFailure = Records.findIndex((_, index) => {
    const event = events[index];
    return event === undefined || failed.has(event);
  });
  if (firstFailure >= 0) countError("DispatchErrors");
  if (firstFailure === 0) throw new Error("the first record of the batch cannot be dispatched");
  const itemIdentifier = Records[firstFailure]?.dynamodb?.SequenceNumber;
  return { batchItemFailures: itemIdentifier === undefined ? [] : [{ itemIdentifier }] };
}

function eventOf({ dynamodb, eventID }: DynamoDBRecord): WebhookEvent | undefined {
  try {
    return webhookEventOf(dynamodb?.NewImage);
  } catch (error) {
    logger.error("a stream record is not eventOf", { eventID, error });
    return undefined;
  }
}
