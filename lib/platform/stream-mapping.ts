import { Duration, Validations } from "aws-cdk-lib";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { EventSourceMapping, MetricType, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import type { ServiceFunction } from "./service-function.ts";

/**
 * How long Lambda retries a record, as often as that takes: calls to AWS that fail. After this it
 * stores the record, well before the stream drops it, which is 24 hours after it was written. What
 * a function itself cannot handle it stores at once, see core/batches/stream-batch.ts. After a report
 * of failures Lambda continues at the lowest sequence number ("Configuring partial batch response with
 * DynamoDB and Lambda"). Throttled batches are retried until the same age, and halving a batch uses up
 * no attempts ("Retain discarded batch records", written for Kinesis).
 */
const maxRecordAge = Duration.hours(20);

/** Far longer than the 14 days of a dead letter; what nobody has redriven by then is not needed. */
const failedRecordsKept = Duration.days(90);

export interface StreamMappingProps {
  target: ServiceFunction<never>;
  table: TableV2;
  filters: Record<string, unknown>[];
  /** Where Lambda stores the records that it gives up, and the function those that it cannot handle. */
  failedRecords: Bucket;
  /** How long Lambda gathers records, for what is not urgent. */
  gathering?: Duration;
}

/** Invokes a function with the records of a table's stream, and grants what that takes. */
export function streamMapping(
  scope: Construct,
  id: string,
  { target, table, filters, failedRecords, gathering }: StreamMappingProps,
): EventSourceMapping {
  target.readsStream = true;
  const streamArn = table.tableStreamArn ?? "";
  target.grant(
    streamArn,
    "dynamodb:DescribeStream",
    "dynamodb:GetRecords",
    "dynamodb:GetShardIterator",
  );
  target.grantEach(`${table.tableArn}/stream`, "dynamodb:ListStreams");
  const mapping = new EventSourceMapping(scope, id, {
    target: target.live,
    eventSourceArn: streamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    filters: filters.map((filter) => ({ pattern: JSON.stringify(filter) })),
    batchSize: 100,
    ...(gathering && { maxBatchingWindow: gathering }),
    retryAttempts: -1,
    maxRecordAge,
    // A function that ends without a report, as by a timeout, gets less at a time.
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    onFailure: { bind: () => ({ destination: failedRecords.bucketArn }) },
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
  });
  return target.invokedBy(mapping);
}

/** A failed-record store for records that a function cannot handle. */
export function failedRecordStore(
  scope: Construct,
  id: string,
  configuration: Configuration,
): Bucket {
  const bucket = new Bucket(scope, id, {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    lifecycleRules: [{ expiration: failedRecordsKept }],
    removalPolicy: configuration.dataRemoval,
  });
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions::AwsSolutions-S1",
    reason: "Only one function writes here and only operators read; CloudTrail has both.",
  });
  return bucket;
}

/** Lets a function store failed records, and Lambda in its name. */
export function grantStoring(writer: ServiceFunction<never>, failedRecords: Bucket): void {
  writer.grant(failedRecords.bucketArn, "s3:ListBucket");
  writer.grantEach(failedRecords.bucketArn, "s3:PutObject");
}
