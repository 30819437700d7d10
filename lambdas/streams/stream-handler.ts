import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import type { BatchHandler } from "../../core/failed-records.ts";

const logger = new Logger();
const metrics = new Metrics();

export interface StreamHandlerOptions<Item> {
  /** The item in a record's new image; throws when it cannot be understood. */
  read(image: unknown): Item;
  handle: BatchHandler<Item>;
  /** An alarm watches it: Lambda counts no error when only a part of a batch fails. */
  errorMetric: "DispatchErrors" | "EvaluationErrors";
}

/**
 * Handles the records before the first unreadable one. Lambda retries from the first record that
 * was unreadable or whose handling failed. If that is the first of the batch, this throws, and
 * Lambda halves the batch until the record is alone.
 */
export function streamHandler<Item>({ read, handle, errorMetric }: StreamHandlerOptions<Item>) {
  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const items: Item[] = [];
    for (const record of Records) {
      const item = itemOf(record, read);
      if (item === undefined) break;
      items.push(item);
    }
    const failed = new Set<Item>();
    for (const { item, cause } of await handle(items)) {
      failed.add(item);
      const { eventID } = Records[items.indexOf(item)] ?? {};
      logger.error("a stream record is not handled", { eventID, error: cause });
    }
    const firstFailure = Records.findIndex((_, index) => {
      const item = items[index];
      return item === undefined || failed.has(item);
    });
    if (firstFailure >= 0) {
      metrics.addMetric(errorMetric, MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
    }
    if (firstFailure === 0) throw new Error("the first record of the batch cannot be handled");
    const itemIdentifier = Records[firstFailure]?.dynamodb?.SequenceNumber;
    return { batchItemFailures: itemIdentifier === undefined ? [] : [{ itemIdentifier }] };
  };
}

function itemOf<Item>(
  { dynamodb, eventID }: DynamoDBRecord,
  read: (image: unknown) => Item,
): Item | undefined {
  try {
    return read(dynamodb?.NewImage);
  } catch (error) {
    logger.error("a stream record is not understood", { eventID, error });
    return undefined;
  }
}
