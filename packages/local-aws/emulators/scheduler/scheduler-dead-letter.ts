import { randomBytes } from "node:crypto";
import { QueueDoesNotExist, SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { AccessControl } from "../../iam/access-control.ts";
import { parseArn, queueArn, queueUrl, scheduleArn } from "../../template/arns.ts";
import type { StoredSchedule } from "./schedule-store.ts";
import { refusedUnderRole, sqsRequest, type TargetError, targetInput } from "./schedule-target.ts";

interface FailedSchedule {
  schedule: StoredSchedule;
  error: TargetError;
  /** The limit of the retry policy that was reached, if it was one. */
  exhausted: string | undefined;
  retryAttempts: number;
}

/**
 * Sends the dead-letter event of a schedule that failed for good (AWS: "Retrieve the dead-letter
 * event"): the body is the request to the target, which for a queue wraps the message; the
 * attributes say why it failed. Without a dead-letter queue the event is lost, as on AWS.
 */
export async function sendDeadLetter(
  { schedule, error, exhausted, retryAttempts }: FailedSchedule,
  { client, sqsUrl, access }: { client: SQSClient; sqsUrl: string; access: AccessControl },
): Promise<void> {
  const { group, name, dueAtMs, request } = schedule;
  const deadLetterQueue = parseArn(request.Target.DeadLetterConfig?.Arn ?? "");
  if (deadLetterQueue?.service !== "sqs") return;
  const sending = { action: "sqs:SendMessage", resource: queueArn(deadLetterQueue.resource) };
  if (refusedUnderRole(schedule, sending, access)) return;
  const isQueue = parseArn(request.Target.Arn)?.service === "sqs";
  const attributes = {
    ERROR_CODE: error.code,
    ERROR_MESSAGE: error.message,
    EXECUTION_ID: randomBytes(8).toString("hex"),
    ...(exhausted !== undefined && { EXHAUSTED_RETRY_CONDITION: exhausted }),
    IS_PAYLOAD_TRUNCATED: "false",
    RETRY_ATTEMPTS: String(retryAttempts),
    SCHEDULED_TIME: new Date(dueAtMs).toISOString().replace(/\.\d+Z$/, "Z"),
    SCHEDULE_ARN: scheduleArn(group, name),
    TARGET_ARN: request.Target.Arn,
  };
  const deadLetter = {
    QueueUrl: queueUrl(sqsUrl, deadLetterQueue.resource),
    MessageBody: isQueue ? JSON.stringify(sqsRequest(schedule, sqsUrl)) : targetInput(schedule),
    MessageAttributes: Object.fromEntries(
      Object.entries(attributes).map(([key, text]) => [
        key,
        { DataType: "String", StringValue: text },
      ]),
    ),
  };
  try {
    await client.send(new SendMessageCommand(deadLetter));
  } catch (cause) {
    if (!(cause instanceof QueueDoesNotExist)) throw cause;
  }
}
