import * as z from "zod";
import { type Calendar, dayOf, nextDayStartMs } from "../calendar.ts";
import { dayMs, hourMs, hourStartMs, minuteMs, quarterMs } from "../time-zone.ts";

/** How long the intervals of a chart are. */
export const Resolution = z.enum(["minute", "hour", "day"]);
export type Resolution = z.infer<typeof Resolution>;

/** How long an interval is where no clock changes. */
export const unitMs: Record<Resolution, number> = { minute: minuteMs, hour: hourMs, day: dayMs };

/** Whether a moment can be in another hour or day than an earlier one, whatever the zone. */
export function isInAnotherQuarter(earlierMs: number, laterMs: number): boolean {
  return Math.floor(earlierMs / quarterMs) !== Math.floor(laterMs / quarterMs);
}

/**
 * When the interval began that contains a moment, in milliseconds. Hours and days are the calendar's:
 * where its clocks change, a day has 23 or 25 hours, and an hour can be cut short.
 */
export function intervalStart(resolution: Resolution, calendar: Calendar, atMs: number): number {
  if (resolution === "minute") return Math.floor(atMs / minuteMs) * minuteMs;
  return resolution === "day"
    ? dayOf(calendar, atMs).startMs
    : hourStartMs(calendar.timeZone, atMs);
}

/** When the interval ends that contains a moment, and the next one begins. */
export function nextIntervalStart(
  resolution: Resolution,
  calendar: Calendar,
  atMs: number,
): number {
  if (resolution === "day") return nextDayStartMs(calendar, atMs);
  const begins = (ms: number) => intervalStart(resolution, calendar, ms);
  const startMs = begins(atMs);
  const full = startMs + unitMs[resolution];
  // Where clocks change, an hour can be shorter or longer by any number of quarters.
  if (resolution === "minute" || (begins(full - quarterMs) === startMs && begins(full) === full)) {
    return full;
  }
  let next = startMs + quarterMs;
  while (begins(next) === startMs) next += quarterMs;
  return next;
}
