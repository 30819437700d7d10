import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { sqsClient } from "../adapters/delivery-clients.ts";
import { dynamodbClient } from "../adapters/dynamodb-client.ts";
import { storedCountOf } from "../adapters/dynamodb-count-events.ts";
import { dynamodbWebhookEndpoints } from "../adapters/dynamodb-webhook-endpoints.ts";
import { sqsDepartures } from "../adapters/sqs-departures.ts";
import { dispatch } from "../core/dispatch.ts";
import type { StoredCount } from "../core/webhook-event.ts";
import { dispatchEvents } from "./contract.ts";
import { environmentOf } from "./environment.ts";
import { logger } from "./webhooks/telemetry.ts";

const environment = environmentOf(dispatchEvents, process.env);
const endpoints = dynamodbWebhookEndpoints(dynamodbClient(), environment.WEBHOOK_ENDPOINTS_TABLE);
const ports = {
  endpoints: endpoints.list,
  send: sqsDepartures(sqsClient(), {
    fast: environment.FIRST_ATTEMPTS_QUEUE_URL,
    slow: environment.SLOW_ATTEMPTS_QUEUE_URL,
  }),
};

/** Lambda repeats the batch from the first record that is reported on. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const sequenceNumbers = new Map<StoredCount, string>();
  const failures: string[] = [];
  for (const { dynamodb, eventID } of Records) {
    const sequenceNumber = dynamodb?.SequenceNumber ?? "";
    try {
      sequenceNumbers.set(storedCountOf(dynamodb?.NewImage), sequenceNumber);
    } catch (error) {
      logger.error("a stream record is not understood", { eventID, error });
      failures.push(sequenceNumber);
    }
  }
  for (const { count, cause } of await dispatch(ports, [...sequenceNumbers.keys()])) {
    const { counterId, lastEventId } = count;
    logger.error("an event is not dispatched", { counterId, lastEventId, error: cause });
    failures.push(sequenceNumbers.get(count) ?? "");
  }
  return { batchItemFailures: failures.map((itemIdentifier) => ({ itemIdentifier })) };
}
