import { Validations } from "aws-cdk-lib";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { EventSourceMapping, MetricType, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import type { ServiceFunction } from "./service-function.ts";

/**
 * How often a failing record is retried before it goes to the failed-record store. Its shard waits,
 * so the retries take seconds only. Batches are halved first: only that record fails.
 */
const retryAttempts = 5;

export interface StreamMappingProps {
  target: ServiceFunction<never>;
  table: TableV2;
  filters: Record<string, unknown>[];
  /** Where Lambda stores the records that keep failing. */
  failedRecords: Bucket;
}

/** Invokes a function with the records of a table's stream, and grants what that takes. */
export function streamMapping(
  scope: Construct,
  id: string,
  { target, table, filters, failedRecords }: StreamMappingProps,
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
  return new EventSourceMapping(scope, id, {
    target: target.lambda,
    eventSourceArn: streamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    filters: filters.map((filter) => ({ pattern: JSON.stringify(filter) })),
    batchSize: 100,
    retryAttempts,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    onFailure: { bind: () => ({ destination: failedRecords.bucketArn }) },
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
  });
}

/** A failed-record store for the records that this function cannot handle. */
export function failedRecordStore(
  scope: Construct,
  id: string,
  { configuration, writer }: { configuration: Configuration; writer: ServiceFunction<never> },
): Bucket {
  const bucket = new Bucket(scope, id, {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: configuration.dataRemoval,
  });
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions::AwsSolutions-S1",
    reason: "Only Lambda writes here and only operators read; CloudTrail has both.",
  });
  writer.grant(bucket.bucketArn, "s3:ListBucket");
  writer.grantEach(bucket.bucketArn, "s3:PutObject");
  return bucket;
}
