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
 * How often a failing record is tried again before it is set aside: its shard waits meanwhile, so
 * only seconds. Batches are halved first, so what is set aside is that record and not its neighbours.
 */
const retryAttempts = 5;

export interface EventDispatchProps {
  configuration: Configuration;
  tables: Tables;
  queues: { fast: AttemptQueue; slow: AttemptQueue };
}

/** Turns the stream of count events into first attempts; never sends anything itself. */
export class EventDispatch extends Construct {
  /** Stream records that could not be dispatched, whole. */
  readonly setAside: Bucket;

  constructor(scope: Construct, id: string, { configuration, tables, queues }: EventDispatchProps) {
    super(scope, id);
    this.setAside = this.bucket(configuration);
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
    dispatch.grant(this.setAside.bucketArn, "s3:ListBucket");
    dispatch.grantEach(this.setAside.bucketArn, "s3:PutObject");
    const mapping = new EventSourceMapping(this, "Mapping", {
      target: dispatch.lambda,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual("INSERT") })],
      batchSize: 100,
      retryAttempts,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: { bind: () => ({ destination: this.setAside.bucketArn }) },
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
    this.alarms(configuration, dispatch, mapping);
  }

  private bucket({ ephemeral }: Configuration): Bucket {
    const bucket = new Bucket(this, "SetAside", {
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
    new ServiceAlarm(this, "SetAsideAlarm", {
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
      impact: "Receivers miss webhooks: count events could not be dispatched and were set aside.",
      runbook: "Stream records failed",
    });
    new ServiceAlarm(this, "Losses", {
      configuration,
      name: "and lost",
      metric: lambda.metric("DestinationDeliveryFailures", {
        period: alarmPeriod,
        statistic: Stats.SUM,
      }),
      above: 0,
      periods: 1,
      impact: "Receivers miss webhooks: count events could be neither dispatched nor set aside.",
      runbook: "Stream records failed",
    });
    new ServiceAlarm(this, "Lateness", {
      configuration,
      name: "stream",
      metric: lambda.metric("IteratorAge", { period: alarmPeriod, statistic: Stats.MAXIMUM }),
      above: 60_000,
      periods: 3,
      impact: "Receivers get their webhooks minutes late instead of within a second.",
      runbook: "Webhooks are late",
    });
    new ServiceAlarm(this, "DispatchErrors", {
      configuration,
      name: "dispatch",
      metric: failures(configuration, dispatch, "DispatchErrors"),
      above: 0,
      periods: 3,
      impact: "Receivers get webhooks late, because count events are dispatched again and again.",
      runbook: "Webhook functions fail",
    });
  }
}
