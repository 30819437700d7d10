import { Duration } from "aws-cdk-lib";
import type { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { dispatchEvents } from "../../lambdas/functions/events.ts";
import { ServiceAlarm } from "../alarms/service-alarm.ts";
import { recordsFailed, recordsLate } from "../alarms/stream-alarms.ts";
import type { Configuration } from "../configuration.ts";
import { pipelineMemory, ServiceFunction } from "../platform/service-function.ts";
import { failedRecordStore, grantStoring, streamMapping } from "../platform/stream-mapping.ts";
import { tablesOf } from "../platform/tables.ts";
import type { AttemptQueue } from "./attempt-queue.ts";

export interface EventDispatchProps {
  configuration: Configuration;
  queues: { fast: AttemptQueue; slow: AttemptQueue };
}

/** Turns the streams of counts and of alert firings into first attempts; sends no HTTP itself. */
export class EventDispatch extends Construct {
  /** The failed-record store: stream records that could not be dispatched. */
  readonly failedRecords: Bucket;
  readonly lambda: ServiceFunction<never>;

  constructor(scope: Construct, id: string, { configuration, queues }: EventDispatchProps) {
    super(scope, id);
    const { webhookEndpoints, countEvents, alertFirings } = tablesOf(this);
    this.failedRecords = failedRecordStore(this, "FailedRecords", configuration);
    const dispatch = new ServiceFunction(this, "DispatchEvents", {
      definition: dispatchEvents,
      configuration,
      retriesPerMinute: 1,
      memorySize: pipelineMemory,
      // Records that make the function fail are handled again within the same time.
      timeout: Duration.seconds(30),
      environment: {
        FIRST_ATTEMPTS_QUEUE_URL: queues.fast.queue.queueUrl,
        SLOW_ATTEMPTS_QUEUE_URL: queues.slow.queue.queueUrl,
        FAILED_RECORDS_BUCKET: this.failedRecords.bucketName,
      },
    });
    this.lambda = dispatch;
    dispatch.grant(webhookEndpoints.tableArn, "dynamodb:Query");
    dispatch.grant(queues.fast.queue.queueArn, "sqs:SendMessage");
    dispatch.grant(queues.slow.queue.queueArn, "sqs:SendMessage");
    grantStoring(dispatch, this.failedRecords);
    const inserted = [{ eventName: ["INSERT"] }];
    const stream = { target: dispatch, filters: inserted, failedRecords: this.failedRecords };
    const counts = streamMapping(this, "Mapping", { ...stream, table: countEvents });
    // Only what is new: the end of a firing's 90 days is a record of the stream, too.
    const firings = streamMapping(this, "Firings", { ...stream, table: alertFirings });
    this.alarms(configuration, dispatch, { counts, firings });
  }

  private alarms(
    configuration: Configuration,
    dispatch: ServiceFunction<never>,
    { counts, firings }: { counts: EventSourceMapping; firings: EventSourceMapping },
  ): void {
    new ServiceAlarm(this, "FailedRecordsAlarm", {
      configuration,
      ...recordsFailed(configuration, {
        mappings: [counts, firings],
        stored: "RecordsNotDispatched",
      }),
      impact: "Receivers miss webhooks: stream records failed and are in the failed-record store.",
      runbook: "Stream records failed",
    });
    new ServiceAlarm(this, "StreamAgeAlarm", {
      configuration,
      name: "stream",
      ...recordsLate(dispatch),
      impact: "Receivers get their webhooks minutes late instead of within a second.",
      runbook: "Webhooks are late",
    });
  }
}
