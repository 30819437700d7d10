import { Duration } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { ServiceFunction } from "../platform/service-function.ts";
import { maxReceives, visibilitySeconds } from "./redelivery.ts";

/** The most that SQS returns in one call; a function sends all of them at once. */
const batchSize = 10;

export interface AttemptQueueProps {
  /** How many functions handle messages of this queue at the same time, at most. */
  maxConcurrency: number;
}

/** A queue of attempts with a dead-letter queue of its own. */
export class AttemptQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  private readonly props: AttemptQueueProps;

  constructor(scope: Construct, id: string, props: AttemptQueueProps) {
    super(scope, id);
    this.props = props;
    // TLS is enforced by a policy that all queues share, see webhooks.ts.
    const secure = { encryption: QueueEncryption.SQS_MANAGED };
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
}
