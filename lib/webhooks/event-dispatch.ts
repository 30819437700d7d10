import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  MetricType,
  StartingPosition,
} from "aws-cdk-lib/aws-lambda";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { dispatchEvents } from "../../lambdas/functions/events.ts";
import type { Configuration } from "../configuration.ts";
import { alarmPeriod, failures, ServiceAlarm } from "../operations/service-alarm.ts";
import { ServiceFunction } from "../platform/service-function.ts";
import type { Tables } from "../platform/tables.ts";
import type { AttemptQueue } from "./attempt-queue.ts";

/**
 * How often a failing record is retried before it goes to the failed-record store. Its shard waits,
 * so the retries take seconds only. Batches are halved first: only that record fails.
 */
const retryAttempts = 5;

export interface EventDispatchProps {
  configuration: Configuration;
  tables: Tables;
  queues: { fast: AttemptQueue; slow: AttemptQueue };
}

/** Turns the stream of events into first attempts; sends no HTTP itself. */
export class EventDispatch extends Construct {
  /** The failed-record store: stream records that could not be dispatched. */
  readonly failedRecords: Bucket;

  constructor(scope: Construct, id: string, { configuration, tables, queues }: EventDispatchProps) {
    super(scope, id);
    this.failedRecords = this.bucket(configuration);
    const { webhookEndpoints, countEvents } = tables;
    const dispatch = new ServiceFunction(this, "DispatchEvents", {
      definition: dispatchEvents,
      configuration,
      environment: {
        WEBHOOK_ENDPOINTS_TABLE: webhookEndpoints.tableName,
        FIRST_ATTEMPTS_QUEUE_URL: queues.fast.queue.queueUrl,
        SLOW_ATTEMPTS_QUEUE_URL: queues.slow.queue.queueUrl,
      },
    });
    dispatch.grant(webhookEndpoints.tableArn, "dynamodb:Query");
    dispatch.grant(queues.fast.queue.queueArn, "sqs:SendMessage");
    dispatch.grant(queues.slow.queue.queueArn, "sqs:SendMessage");
    const streamArn = countEvents.tableStreamArn ?? "";
    dispatch.grant(
      streamArn,
      "dynamodb:DescribeStream",
      "dynamodb:GetRecords",
      "dynamodb:GetShardIterator",
    );
    dispatch.grantEach(`${countEvents.tableArn}/stream`, "dynamodb:ListStreams");
    dispatch.grant(this.failedRecords.bucketArn, "s3:ListBucket");
    dispatch.grantEach(this.failedRecords.bucketArn, "s3:PutObject");
    const mapping = new EventSourceMapping(this, "Mapping", {
      target: dispatch.lambda,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual("INSERT") })],
      batchSize: 100,
      retryAttempts,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: { bind: () => ({ destination: this.failedRecords.bucketArn }) },
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
    this.alarms(configuration, dispatch, mapping);
  }

  private bucket({ ephemeral }: Configuration): Bucket {
    const bucket = new Bucket(this, "FailedRecords", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: ephemeral ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    Validations.of(bucket).acknowledge({
      id: "AwsSolutions::AwsSolutions-S1",
      reason: "Only Lambda writes here and only operators read; CloudTrail has both.",
    });
    return bucket;
  }

  private alarms(
    configuration: Configuration,
    dispatch: ServiceFunction<never>,
    mapping: EventSourceMapping,
  ): void {
    const { lambda } = dispatch;
    new ServiceAlarm(this, "FailedRecordsAlarm", {
      configuration,
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "OnFailureDestinationDeliveredEventCount",
        dimensionsMap: { EventSourceMappingUUID: mapping.eventSourceMappingId },
        period: alarmPeriod,
        statistic: Stats.SUM,
      }),
      above: 0,
      periods: 1,
      impact: "Receivers miss webhooks: stream records failed and are in the failed-record store.",
      runbook: "Stream records failed",
    });
    new ServiceAlarm(this, "LostRecordsAlarm", {
      configuration,
      name: "and lost",
      metric: lambda.metric("DestinationDeliveryFailures", {
        period: alarmPeriod,
        statistic: Stats.SUM,
      }),
      above: 0,
      periods: 1,
      impact: "Receivers miss webhooks: stream records failed and could not be stored.",
      runbook: "Stream records failed",
    });
    new ServiceAlarm(this, "StreamAgeAlarm", {
      configuration,
      name: "stream",
      metric: lambda.metric("IteratorAge", { period: alarmPeriod, statistic: Stats.MAXIMUM }),
      above: 60_000,
      periods: 3,
      impact: "Receivers get their webhooks minutes late instead of within a second.",
      runbook: "Webhooks are late",
    });
    new ServiceAlarm(this, "DispatchErrorsAlarm", {
      configuration,
      name: "dispatch",
      metric: failures(configuration, dispatch, "DispatchErrors"),
      above: 0,
      periods: 3,
      impact: "Receivers get webhooks late, because dispatching events fails and is retried.",
      runbook: "Webhook functions fail",
    });
  }
}
