import { sqsClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbWebhookEndpoints } from "../../adapters/webhooks/dynamodb-endpoints.ts";
import { sqsAttemptQueue } from "../../adapters/webhooks/sqs-attempt-queue.ts";
import { webhookEventOf } from "../../adapters/webhooks/stream-events.ts";
import { dispatch } from "../../core/webhooks/dispatch.ts";
import { environmentOf } from "../functions/environment.ts";
import { dispatchEvents } from "../functions/events.ts";
import { streamHandler } from "../streams/stream-handler.ts";

const environment = environmentOf(dispatchEvents, process.env);
const endpoints = dynamodbWebhookEndpoints(dynamodbClient(), environment.tables);
const ports = {
  endpoints: endpoints.list,
  send: sqsAttemptQueue(sqsClient(), {
    fast: environment.FIRST_ATTEMPTS_QUEUE_URL,
    slow: environment.SLOW_ATTEMPTS_QUEUE_URL,
  }),
};

/** Dispatches counts and firings; an event that comes again makes the same deliveries again. */
export const handler = streamHandler({
  read: webhookEventOf,
  handle: (events) => dispatch(ports, events),
  failedRecords: environment.FAILED_RECORDS_BUCKET,
  metrics: { retried: "DispatchErrors", stored: "RecordsNotDispatched" },
});
