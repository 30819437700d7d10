import * as z from "zod";

/** As roles name it that it may assume. */
export const schedulerService = "scheduler.amazonaws.com";

const Target = z.looseObject({
  Arn: z.string().startsWith("arn:"),
  RoleArn: z.string(),
  Input: z.string().optional(),
  SqsParameters: z.object({ MessageGroupId: z.string().optional() }).optional(),
  DeadLetterConfig: z.object({ Arn: z.string().startsWith("arn:") }).optional(),
  RetryPolicy: z
    .object({
      MaximumEventAgeInSeconds: z.int().min(60).max(86_400).optional(),
      MaximumRetryAttempts: z.int().min(0).max(185).optional(),
    })
    .optional(),
});

/** The body of CreateSchedule and UpdateSchedule, as far as one-time schedules use it. */
export const ScheduleRequest = z.looseObject({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default("UTC"),
  FlexibleTimeWindow: z.looseObject({ Mode: z.enum(["OFF", "FLEXIBLE"]) }),
  Target,
  GroupName: z.string().optional(),
  ClientToken: z.string().optional(),
  ActionAfterCompletion: z.enum(["NONE", "DELETE"]).default("NONE"),
  State: z.enum(["ENABLED", "DISABLED"]).default("ENABLED"),
  Description: z.string().optional(),
});
export type ScheduleRequest = z.infer<typeof ScheduleRequest>;

/** The name that AWS accepts for a schedule. */
export const ScheduleName = z.string().regex(/^[0-9a-zA-Z-_.]{1,64}$/);

/** When an `at(yyyy-mm-ddThh:mm:ss)` in UTC is due, in epoch milliseconds; else what is wrong. */
export function dueAtMs(request: ScheduleRequest): number | { problem: string } {
  const expression = request.ScheduleExpression;
  const time = /^at\((\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\)$/.exec(expression)?.[1];
  if (!time) {
    return { problem: `${expression}: the local Scheduler knows at(yyyy-mm-ddThh:mm:ss) only` };
  }
  if (!["UTC", "Etc/UTC", "GMT"].includes(request.ScheduleExpressionTimezone)) {
    return { problem: `${request.ScheduleExpressionTimezone}: the local Scheduler knows UTC only` };
  }
  const dueAt = Date.parse(`${time}Z`);
  return Number.isNaN(dueAt) ? { problem: `Invalid Schedule Expression ${expression}.` } : dueAt;
}
