import {
  QueueDoesNotExist,
  SendMessageCommand,
  type SQSClient,
  SQSServiceException,
} from "@aws-sdk/client-sqs";
import type { EnvironmentPool } from "../../functions/environment-pool.ts";
import type { AccessControl } from "../../iam/access-control.ts";
import { roleName } from "../../iam/requests/rest-requests.ts";
import {
  functionNameIn,
  parseArn,
  queueUrl,
  scheduleArn,
  scheduleGroupArn,
} from "../../template/arns.ts";
import { schedulerService } from "./schedule.ts";
import type { StoredSchedule } from "./schedule-store.ts";

export interface TargetSurroundings {
  client: SQSClient;
  sqsUrl: string;
  pool(functionName: string): EnvironmentPool | undefined;
  access: AccessControl;
  stopping: AbortSignal;
}

/** Lambda's limit on the event of an asynchronous invocation. */
const maxInputBytes = 1_048_576;

/** Why a target was not invoked. */
export interface TargetError {
  code: string;
  message: string;
  /** False when AWS does not try again either. */
  isRetriable: boolean;
}

/** Sends a schedule's input to its queue or function; returns why that failed. */
export async function invokeTarget(
  schedule: StoredSchedule,
  { client, sqsUrl, pool, access, stopping }: TargetSurroundings,
): Promise<TargetError | undefined> {
  const { Target } = schedule.request;
  const target = parseArn(Target.Arn);
  const action = target?.service === "sqs" ? "sqs:SendMessage" : "lambda:InvokeFunction";
  const refused = refusedUnderRole(schedule, { action, resource: Target.Arn }, access);
  if (refused) return { code: "AccessDeniedException", message: refused, isRetriable: true };
  if (target?.service === "sqs") {
    const message = { ...sqsRequest(schedule, sqsUrl), ...Target.SqsParameters };
    try {
      await client.send(new SendMessageCommand(message));
      return undefined;
    } catch (error) {
      return sqsError(error);
    }
  }
  const found = pool(functionNameIn(Target.Arn) ?? "");
  if (!found) {
    const message = `There is no local target ${Target.Arn}.`;
    return { code: "ResourceNotFoundException", message, isRetriable: false };
  }
  const input = targetInput(schedule);
  if (Buffer.byteLength(input) > maxInputBytes) {
    const message = `Request must be smaller than ${maxInputBytes} bytes for the Invoke operation`;
    return { code: "RequestTooLargeException", message, isRetriable: false };
  }
  const payload = parseJson(input);
  if (payload === undefined) {
    const message = "The input of the schedule is not JSON.";
    return { code: "InvalidRequestContentException", message, isRetriable: false };
  }
  // The invocation is asynchronous: Scheduler does not learn whether the function failed.
  const { outcome } = await found.invoke(payload);
  const isCutShort = outcome === "failed" && stopping.aborted;
  if (outcome !== "throttled" && !isCutShort) return undefined;
  const message = "The function is throttled.";
  return { code: "TooManyRequestsException", message, isRetriable: true };
}

/** Why a schedule may not do something under its role; undefined when it may. */
export function refusedUnderRole(
  { group, name, request }: StoredSchedule,
  asked: { action: string; resource: string },
  access: AccessControl,
): string | undefined {
  const role = roleName(request.Target.RoleArn);
  const denial =
    access.refuseAssumption(schedulerService, role, scheduleGroupArn(group)) ??
    access.refuseRole(role, name, { ...asked, context: {} });
  return denial?.message;
}

/** The request that a schedule with a queue as its target makes. */
export function sqsRequest(schedule: StoredSchedule, sqsUrl: string) {
  const queue = parseArn(schedule.request.Target.Arn)?.resource ?? "";
  return { MessageBody: targetInput(schedule), QueueUrl: queueUrl(sqsUrl, queue) };
}

/** As AWS does, wherever in the payload the keyword stands. */
export function targetInput(schedule: StoredSchedule): string {
  const { group, name, dueAtMs, request } = schedule;
  return (request.Target.Input ?? "{}")
    .replaceAll("<aws.scheduler.schedule-arn>", scheduleArn(group, name))
    .replaceAll(
      "<aws.scheduler.scheduled-time>",
      new Date(dueAtMs).toISOString().replace(/\.\d+Z$/, "Z"),
    );
}

function sqsError(error: unknown): TargetError {
  if (error instanceof QueueDoesNotExist) {
    const code = "AWS.SimpleQueueService.NonExistentQueue";
    return { code, message: error.message, isRetriable: false };
  }
  if (error instanceof SQSServiceException) {
    const isRetriable = error.$fault === "server";
    return { code: error.name, message: error.message, isRetriable };
  }
  return { code: "SDK_CLIENT_ERROR", message: String(error), isRetriable: true };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
