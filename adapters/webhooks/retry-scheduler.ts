import {
  ConflictException,
  CreateScheduleCommand,
  type SchedulerClient,
} from "@aws-sdk/client-scheduler";
import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { RetryScheduler } from "../../core/webhooks/deliver.ts";
import type { AttemptMessage } from "../../core/webhooks/delivery.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import { messageText } from "../../core/webhooks/message-text.ts";
import { messageGroup } from "./sqs-attempt-queue.ts";

/** Where retries wait and arrive. */
export interface RetryRoutes {
  /** URL and ARN of the queue that serves the retries of each lane. */
  queues: Record<Lane, { url: string; arn: string }>;
  scheduleGroup: string;
  scheduleRoleArn: string;
  /** Where a schedule puts a message that it cannot deliver. */
  deadLetterArn: string;
  /** Waits from this many seconds on are left to EventBridge Scheduler. */
  schedulerFromSeconds: number;
}

export interface RetrySchedulerOptions {
  sqs: SQSClient;
  scheduler: SchedulerClient;
  routes: RetryRoutes;
  now(): number;
  /** Scheduler took no schedule; the attempt goes on by delays of the queue. */
  onRefusal(error: unknown): void;
}

/** The longest delay of an SQS message. */
const longestDelaySeconds = 900;

/**
 * Carries a message by the delay of a queue, or by a schedule where the wait is longer. When
 * Scheduler refuses, the message goes on in hops of 15 minutes: whoever receives it early carries
 * it on.
 */
export function retryScheduler(options: RetrySchedulerOptions): RetryScheduler {
  const { sqs, routes, now } = options;
  return {
    async carry(message, lane) {
      const waitSeconds = Math.max(0, Math.ceil(((message.dueMs ?? 0) - now()) / 1_000));
      const byScheduler = waitSeconds >= routes.schedulerFromSeconds;
      if (byScheduler && (await schedule(options, { message, lane }))) return;
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: routes.queues[lane].url,
          MessageBody: messageText(message),
          DelaySeconds: Math.min(waitSeconds, longestDelaySeconds),
          ...messageGroup(message),
        }),
      );
    },
  };
}

/** True when there is a schedule; that it exists already is as good. */
async function schedule(
  { scheduler, routes, onRefusal }: RetrySchedulerOptions,
  { message, lane }: { message: AttemptMessage; lane: Lane },
): Promise<boolean> {
  const due = new Date(Math.ceil((message.dueMs ?? 0) / 1_000) * 1_000);
  try {
    await scheduler.send(
      new CreateScheduleCommand({
        Name: scheduleName(message),
        GroupName: routes.scheduleGroup,
        ScheduleExpression: `at(${due.toISOString().slice(0, 19)})`,
        FlexibleTimeWindow: { Mode: "OFF" },
        ActionAfterCompletion: "DELETE",
        Target: {
          Arn: routes.queues[lane].arn,
          RoleArn: routes.scheduleRoleArn,
          Input: messageText(message),
          DeadLetterConfig: { Arn: routes.deadLetterArn },
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConflictException) return true;
    onRefusal(error);
    return false;
  }
}

/**
 * One name for one message: a function of delivery, attempt and token, at most 64 characters. The
 * token belongs to it, because an attempt that was given a new name must not meet its old schedule.
 */
function scheduleName({ deliveryId, attempt, token }: AttemptMessage): string {
  return [deliveryId.replace(/^dlv_/, ""), attempt, token].join("-");
}
