import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import { Construct } from "constructs";
import { deliverWebhook } from "../../lambdas/functions/events.ts";
import { failures, ServiceAlarm } from "../alarms/service-alarm.ts";
import { throttledInvocations } from "../alarms/throttled-invocations.ts";
import type { Configuration } from "../configuration.ts";
import { grantUpdating } from "../platform/attribute-conditions.ts";
import { concurrencyOf } from "../platform/concurrency.ts";
import { enforceTls } from "../platform/enforce-tls.ts";
import { scheduleRole } from "../platform/schedule-role.ts";
import { pipelineMemory, ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";
import { AttemptQueue } from "./attempt-queue.ts";
import { EventDispatch } from "./event-dispatch.ts";
import { alarmOnUnhandled } from "./handling-alarm.ts";
import { queueAlarms } from "./queue-alarms.ts";
import { deliverTimeoutSeconds, visibilitySeconds } from "./redelivery.ts";
import { retryAlarms } from "./retry-alarms.ts";

/** From a stored event to its receivers: contract §4.5, §6 and the webhooks of §5. */
export class Webhooks extends Construct {
  /** First attempts at endpoints that respond promptly; nothing else may delay these. */
  readonly firstAttempts: AttemptQueue;
  readonly retries: AttemptQueue;
  /** All attempts at endpoints that respond slowly, or have not yet shown that they do not. */
  readonly slowAttempts: AttemptQueue;
  readonly dispatch: EventDispatch;
  readonly secretsKey: Key;
  readonly schedules: ScheduleGroup;

  constructor(scope: Construct, id: string, configuration: Configuration) {
    super(scope, id);
    this.secretsKey = new Key(this, "SecretsKey", {
      description: "Wraps the key of the webhooks' signing secrets",
      enableKeyRotation: true,
      // Without it every signing secret is lost.
      removalPolicy: configuration.dataRemoval,
    });
    const concurrency = concurrencyOf(configuration);
    this.firstAttempts = new AttemptQueue(this, "FirstAttempts", {
      maxConcurrency: concurrency.firstAttempts,
    });
    this.retries = new AttemptQueue(this, "Retries", {
      maxConcurrency: concurrency.retries,
    });
    this.slowAttempts = new AttemptQueue(this, "SlowAttempts", {
      maxConcurrency: concurrency.slowAttempts,
    });
    const { firstAttempts, retries, slowAttempts } = this;
    const queues = { firstAttempts, retries, slowAttempts };
    enforceTls(
      this,
      Object.values(queues).flatMap(({ queue, deadLetters }) => [queue, deadLetters]),
    );
    queueAlarms(this, { configuration, queues });

    this.dispatch = new EventDispatch(this, "Dispatch", {
      configuration,
      queues: { fast: this.firstAttempts, slow: this.slowAttempts },
    });
    // Schedules are useless without the queues. A group that was left behind would block a new
    // deployment, because its name is fixed.
    this.schedules = new ScheduleGroup(this, "Schedules", {
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const deliver = this.deliver(configuration, this.schedules);
    for (const queue of Object.values(queues)) queue.invoke(deliver);
    alarmOnUnhandled(this, {
      configuration,
      queues: Object.values(queues).map(({ queue }) => queue),
    });
    retryAlarms(this, { configuration, schedules: this.schedules });
    this.alarms(configuration, deliver);
  }

  private deliver(configuration: Configuration, group: ScheduleGroup) {
    const { webhookEndpoints, deliveries } = tablesOf(this);
    const { firstAttempts, retries, slowAttempts } = this;
    const queueingRole = scheduleRole(this, group.scheduleGroupArn);
    const scheduledInto = [retries.queue, slowAttempts.queue, retries.deadLetters];
    queueingRole.addToPolicy(
      new PolicyStatement({
        actions: ["sqs:SendMessage"],
        resources: scheduledInto.map(({ queueArn }) => queueArn),
      }),
    );
    const deliver = new ServiceFunction(this, "DeliverWebhook", {
      definition: deliverWebhook,
      configuration,
      memorySize: pipelineMemory,
      timeout: Duration.seconds(deliverTimeoutSeconds),
      allowRecursion: true,
      retriesPerMinute: Math.ceil(60 / visibilitySeconds),
      environment: {
        FIRST_ATTEMPTS_QUEUE_URL: firstAttempts.queue.queueUrl,
        FIRST_ATTEMPTS_QUEUE_ARN: firstAttempts.queue.queueArn,
        RETRIES_QUEUE_URL: retries.queue.queueUrl,
        RETRIES_QUEUE_ARN: retries.queue.queueArn,
        SLOW_ATTEMPTS_QUEUE_URL: slowAttempts.queue.queueUrl,
        SLOW_ATTEMPTS_QUEUE_ARN: slowAttempts.queue.queueArn,
        SCHEDULE_GROUP: group.scheduleGroupName,
        SCHEDULE_ROLE_ARN: queueingRole.roleArn,
        SCHEDULE_DEAD_LETTERS_ARN: retries.deadLetters.queueArn,
        // Names are looked up in these threads; a slow look-up must not hold up the rest of the
        // batch.
        UV_THREADPOOL_SIZE: "16",
        ...(configuration.retryDelays && { RETRY_DELAYS: configuration.retryDelays.join(",") }),
        SCHEDULER_FROM_SECONDS: String(configuration.schedulerFromSeconds),
        VISIBILITY_SECONDS: String(visibilitySeconds),
        ALLOWED_RECEIVER_ADDRESSES: configuration.allowedReceiverAddresses.join(","),
      },
    });
    // GetItem for what BatchGetItem leaves unprocessed.
    const reading = ["dynamodb:BatchGetItem", "dynamodb:GetItem"];
    deliver.grant(webhookEndpoints.tableArn, ...reading);
    // Only its health: URL, plan and secret are the owner's.
    const health = [
      "lane",
      "lastSlowAtMs",
      "lastSuccessAtMs",
      "failingSinceMs",
      "lastError",
      "lastErrorAtMs",
      "watchAt",
    ];
    const attributes = ["organizationId", "endpointId", ...health];
    grantUpdating(deliver, webhookEndpoints.tableArn, { attributes });
    const recording = ["dynamodb:PartiQLInsert", "dynamodb:PutItem", "dynamodb:UpdateItem"];
    deliver.grant(deliveries.tableArn, ...reading, ...recording);
    deliver.grantIf(
      { StringEquals: { "kms:EncryptionContext:purpose": "webhook-signing-secrets" } },
      this.secretsKey.keyArn,
      "kms:Decrypt",
    );
    deliver.grant(retries.queue.queueArn, "sqs:SendMessage");
    deliver.grant(slowAttempts.queue.queueArn, "sqs:SendMessage");
    deliver.grantIf(
      { StringEquals: { "iam:PassedToService": "scheduler.amazonaws.com" } },
      queueingRole.roleArn,
      "iam:PassRole",
    );
    const schedules = {
      service: "scheduler",
      resource: "schedule",
      resourceName: group.scheduleGroupName,
    };
    deliver.grantEach(Stack.of(this).formatArn(schedules), "scheduler:CreateSchedule");
    return deliver;
  }

  private alarms(configuration: Configuration, deliver: ServiceFunction<never>): void {
    new ServiceAlarm(this, "ErrorsAlarm", {
      configuration,
      metric: failures(configuration, {
        AttemptErrors: deliver,
        DispatchErrors: this.dispatch.lambda,
      }),
      above: 0,
      periods: 3,
      impact: "Receivers get webhooks late, because handling events or attempts is retried.",
      runbook: "Webhook functions fail",
    });
    new ServiceAlarm(this, "ThrottlesAlarm", {
      configuration,
      metric: throttledInvocations("Throttled invocations of the webhook functions", [
        this.dispatch.lambda,
        deliver,
      ]),
      above: 0,
      periods: 3,
      impact: "Receivers get webhooks late, because Lambda has no capacity for sending them.",
      runbook: "Webhook functions are throttled",
    });
  }
}
