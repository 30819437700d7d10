import { Duration } from "aws-cdk-lib";
import { MathExpression, type Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { alarmPeriod, ServiceAlarm } from "../alarms/service-alarm.ts";
import type { Configuration } from "../configuration.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { maxReceives, visibilitySeconds } from "./redelivery.ts";

/** The most that SQS returns in one call; a function sends all of them at once. */
const batchSize = 10;

export interface AttemptQueueProps {
  configuration: Configuration;
  /** How many functions handle messages of this queue at the same time, at most. */
  maxConcurrency: number;
  /** For people: which attempts wait here. */
  attempts: "first attempts" | "retries" | "attempts at slow endpoints";
}

/** A queue of attempts with a dead-letter queue of its own. */
export class AttemptQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  private readonly props: AttemptQueueProps;

  constructor(scope: Construct, id: string, props: AttemptQueueProps) {
    super(scope, id);
    this.props = props;
    const secure = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, "DeadLetters", {
      ...secure,
      retentionPeriod: Duration.days(14),
    });
    this.queue = new Queue(this, "Queue", {
      ...secure,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      retentionPeriod: Duration.days(14),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceives },
    });
    new ServiceAlarm(this, "DeadLettersAlarm", {
      configuration: props.configuration,
      name: props.attempts,
      metric: this.waitingDeadLetters(),
      above: 0,
      periods: 1,
      impact: `Receivers miss webhooks: ${props.attempts} were given up by the pipeline itself.`,
      runbook: "Webhook attempts are dead letters",
    });
    this.alarmOnNewDeadLetters();
  }

  /** The other alarm stays on while old letters wait; this one fires again for each new one. */
  private alarmOnNewDeadLetters(): void {
    new ServiceAlarm(this, "NewDeadLettersAlarm", {
      configuration: this.props.configuration,
      name: `new ones, ${this.props.attempts}`,
      metric: new MathExpression({
        label: "New dead letters",
        // Minutes without data change nothing, and end nothing.
        expression: "DIFF(FILL(letters, REPEAT))",
        usingMetrics: { letters: this.waitingDeadLetters() },
        period: alarmPeriod,
      }),
      above: 0,
      periods: 1,
      impact: `Receivers miss more webhooks: ${this.props.attempts} have just been given up.`,
      runbook: "Webhook attempts are dead letters",
    });
  }

  private waitingDeadLetters(): Metric {
    return this.deadLetters.metricApproximateNumberOfMessagesVisible({
      period: alarmPeriod,
      statistic: Stats.MAXIMUM,
    });
  }

  /** Makes a function handle the messages; each message succeeds or fails on its own. */
  invoke(target: ServiceFunction<never>): void {
    target.grant(
      this.queue.queueArn,
      "sqs:ReceiveMessage",
      "sqs:DeleteMessage",
      "sqs:ChangeMessageVisibility",
      "sqs:GetQueueAttributes",
    );
    const mapping = new EventSourceMapping(this, "Mapping", {
      target: target.live,
      eventSourceArn: this.queue.queueArn,
      batchSize,
      maxConcurrency: this.props.maxConcurrency,
      reportBatchItemFailures: true,
    });
    target.invokedBy(mapping);
  }

  /** Fires when nobody receives the oldest message; what is received and fails has an alarm of its own. */
  alarmWhenOlderThan(age: Duration): void {
    new ServiceAlarm(this, "AgeAlarm", {
      configuration: this.props.configuration,
      name: this.props.attempts,
      metric: this.queue.metricApproximateAgeOfOldestMessage({
        period: alarmPeriod,
        statistic: Stats.MAXIMUM,
      }),
      above: age.toSeconds(),
      periods: 3,
      impact: "Receivers get their webhooks minutes late instead of within a second.",
      runbook: "Webhooks are late",
    });
  }
}
