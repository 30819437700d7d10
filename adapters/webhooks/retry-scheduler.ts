import {
  ConflictException,
  CreateScheduleCommand,
  type SchedulerClient,
} from "@aws-sdk/client-scheduler";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { type AttemptMessage, messageText } from "../../core/webhooks/attempt-message.ts";
import type { RetryScheduler } from "../../core/webhooks/deliver.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import { sendAttempt } from "./sqs-attempt-queue.ts";

/** Where retries wait and arrive. */
export interface RetryRoutes {
  /** URL and ARN of the queue that serves the retries of each lane. */
  queues: Record<Lane, { url: string; arn: string }>;
  scheduleGroup: string;
  scheduleRoleArn: string;
  /** Where Scheduler sends a message that it cannot deliver. */
  deadLetterArn: string;
  /** Waits of this many seconds or more use EventBridge Scheduler. */
  schedulerFromSeconds: number;
}

export interface RetrySchedulerOptions {
  sqs: SQSClient;
  scheduler: SchedulerClient;
  routes: RetryRoutes;
  now(): number;
  /** Scheduler did not accept a schedule; the attempt waits in the queue instead. */
  onScheduleError(error: unknown): void;
}

/** The longest delay of an SQS message. */
const longestDelaySeconds = 900;

/**
 * Schedules by the delay of a queue, or by EventBridge Scheduler where the wait is longer. When
 * Scheduler fails, the message waits in hops of 15 minutes: a handler that receives it early schedules
 * it again.
 */
export function retryScheduler(options: RetrySchedulerOptions): RetryScheduler {
  const { sqs, routes, now } = options;
  return {
    async schedule(message, lane) {
      const waitSeconds = Math.max(0, Math.ceil(((message.dueMs ?? 0) - now()) / 1_000));
      const byScheduler = waitSeconds >= routes.schedulerFromSeconds;
      if (byScheduler && (await createSchedule(options, { message, lane }))) return;
      const delaySeconds = Math.min(waitSeconds, longestDelaySeconds);
      await sendAttempt(sqs, routes.queues[lane].url, { message, delaySeconds });
    },
  };
}

/** True when there is a schedule, whoever created it. */
async function createSchedule(
  { scheduler, routes, onScheduleError }: RetrySchedulerOptions,
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
    onScheduleError(error);
    return false;
  }
}

/**
 * One name for each message: delivery, attempt and fencing token, at most 64 characters. The token is
 * part of it, because a reissued attempt must not collide with its old schedule.
 */
export function scheduleName({ deliveryId, attempt, fencingToken }: AttemptMessage): string {
  return [deliveryId.replace(/^dlv_/, ""), attempt, fencingToken].join("-");
}
