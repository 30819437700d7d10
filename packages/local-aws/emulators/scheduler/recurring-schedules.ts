import * as z from "zod";
import type { OnEvent } from "../../runtime-event.ts";
import type { Stack } from "../../template/stack.ts";
import { ScheduleRequest } from "./schedule.ts";
import type { StoredSchedule } from "./schedule-store.ts";
import { invokeTarget, type TargetSurroundings } from "./schedule-target.ts";

export const scheduleTypes = ["AWS::Scheduler::Schedule"];

/** A schedule of the template that fires again and again. */
export interface RecurringSchedule {
  name: string;
  everyMs: number;
  request: ScheduleRequest;
}

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

const Rate = z
  .string()
  .regex(
    /^rate\([1-9]\d* (minute|hour|day)s?\)$/,
    "must be a rate(…): the local runtime knows no other",
  );

const ScheduleProperties = z.strictObject({
  Name: z.string().optional(),
  ScheduleExpression: Rate,
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal("OFF") }),
  State: z.literal("ENABLED").optional(),
  Target: z.strictObject({
    Arn: z.string().startsWith("arn:"),
    RoleArn: z.string(),
    Input: z.string().optional(),
    /** The next time comes before another attempt. */
    RetryPolicy: z.unknown().optional(),
  }),
});

/** The recurring schedules that the template declares; a description has no effect. */
export function readSchedules(stack: Stack): RecurringSchedule[] {
  return stack.resources(...scheduleTypes).map((resource) => {
    const properties = stack.properties(resource, ScheduleProperties, ["Description"]);
    const { ScheduleExpression, FlexibleTimeWindow, Target } = properties;
    const { Arn, RoleArn, Input } = Target;
    return {
      name: stack.nameOf(resource.logicalId),
      everyMs: periodMs(ScheduleExpression),
      request: ScheduleRequest.parse({
        ScheduleExpression,
        FlexibleTimeWindow,
        Target: { Arn, RoleArn, ...(Input !== undefined && { Input }) },
      }),
    };
  });
}

function periodMs(rate: string): number {
  const [, count, unit] = /^rate\((\d+) (\w+?)s?\)$/.exec(rate) ?? [];
  return Number(count) * unitMs[z.enum(["minute", "hour", "day"]).parse(unit)];
}

export interface RecurringOptions extends Omit<TargetSurroundings, "stopping"> {
  /** Fires every so often, in place of the schedules' own rates. */
  everyMs?: number | undefined;
  onEvent: OnEvent;
}

/**
 * Fires each schedule at once, and then at its rate. A failure is not retried, because the next run
 * comes soon. Returns a function that stops them.
 */
export function startRecurring(
  schedules: RecurringSchedule[],
  { everyMs, onEvent, ...surroundings }: RecurringOptions,
): () => Promise<void> {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const fire = (schedule: RecurringSchedule) => {
    const fired = invoke(schedule).finally(() => running.delete(fired));
    running.add(fired);
  };
  async function invoke({ name, request }: RecurringSchedule): Promise<void> {
    const nowMs = Date.now();
    const times = { dueAtMs: nowMs, createdAtMs: nowMs, modifiedAtMs: nowMs };
    const schedule: StoredSchedule = { group: "default", name, ...times, request };
    const error = await invokeTarget(schedule, { ...surroundings, stopping: stopping.signal });
    if (error === undefined) onEvent({ kind: "schedule-fired", name, target: request.Target.Arn });
    else onEvent({ kind: "warning", message: `Schedule ${name} is lost: ${error.message}` });
  }
  for (const schedule of schedules) fire(schedule);
  const timers = schedules.map((schedule) =>
    setInterval(() => fire(schedule), everyMs ?? schedule.everyMs),
  );
  return async () => {
    stopping.abort();
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}
