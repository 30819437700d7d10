import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
} from "aws-lambda";
import { isFailedCall } from "../../adapters/aws/failed-calls.ts";
import { s3FailedRecordWriter } from "../../adapters/aws/s3-failed-record-writer.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { handleRecords, type Reading } from "../../core/batches/stream-batch.ts";
import { restoredAttribute } from "../../core/data/stored-item.ts";
import type { BatchHandler } from "../../core/failed-records.ts";
import { countFailure } from "../telemetry/failures.ts";
import { logger } from "../telemetry/logger.ts";

const metrics = new Metrics();

export interface StreamHandlerOptions<Item> {
  /** The item in a record's new image; throws when it cannot be understood. */
  read(image: unknown): Item;
  handle: BatchHandler<Item>;
  /** The bucket for the records that cannot be handled. */
  failedRecords: string;
  /** Alarms watch them: Lambda counts no error when only a part of a batch fails, or none. */
  metrics: {
    retried: "DispatchErrors" | "EvaluationErrors" | "NoticeErrors";
    stored: "RecordsNotDispatched" | "CountsNotEvaluated" | "RecordsNotTold";
  };
}

/** What one record and its storing need at most while AWS responds, in milliseconds. */
const neededMs = 10_000;

/**
 * Handles the records of a batch, see core/batches/stream-batch.ts. Lambda tries again from the first record
 * on whose call to AWS failed. What `counting data restore` put back is passed over.
 */
export function streamHandler<Item>(options: StreamHandlerOptions<Item>) {
  const write = s3FailedRecordWriter({ bucket: options.failedRecords, now: systemClock.now });
  return async (
    { Records }: DynamoDBStreamEvent,
    context?: Context,
  ): Promise<DynamoDBBatchResponse> => {
    const leftMs = () => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
    const failed = (metric: string) => {
      count(metric);
      if (context !== undefined) countFailure(context);
    };
    const readings = Records.map((record) => readingOf(record, options.read));
    const { done, cause } = await handleRecords(
      {
        handle: options.handle,
        isFailedCall,
        hasTime: () => leftMs() > neededMs,
        async store(index, error) {
          const record = Records[index];
          if (record === undefined) return;
          const { eventID, dynamodb } = record;
          const isRead = "item" in (readings[index] ?? {});
          await write({
            id: eventID ?? dynamodb?.SequenceNumber ?? "",
            record,
            condition: isRead ? "FunctionFailed" : "RecordNotUnderstood",
          });
          const what = isRead ? "not handled" : "not understood";
          logger.error(`a stream record is ${what} and is stored`, { eventID, error });
          failed(options.metrics.stored);
        },
      },
      readings,
    );
    const next = Records[done];
    if (next === undefined) return { batchItemFailures: [] };
    const about = { eventID: next.eventID, error: cause };
    logger.error("a stream record is not handled and is retried", about);
    failed(options.metrics.retried);
    return { batchItemFailures: [{ itemIdentifier: next.dynamodb?.SequenceNumber ?? "" }] };
  };
}

function readingOf<Item>(
  { dynamodb }: DynamoDBRecord,
  read: (image: unknown) => Item,
): Reading<Item> {
  // It was news when it was written first: webhooks were sent then, and alerts evaluated.
  if (dynamodb?.NewImage !== undefined && restoredAttribute in dynamodb.NewImage) {
    return { restored: true };
  }
  try {
    return { item: read(dynamodb?.NewImage) };
  } catch (unreadable) {
    return { unreadable };
  }
}

function count(metric: string): void {
  metrics.addMetric(metric, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}
