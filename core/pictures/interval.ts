import * as z from "zod";
import { offsetMs } from "../time-zone.ts";

/** How long the intervals of a picture are. */
export const Resolution = z.enum(["minute", "hour", "day"]);
export type Resolution = z.infer<typeof Resolution>;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * In every zone of today hours and days begin at a quarter-hour of UTC, as do changes of its clocks.
 */
const quarterMs = 15 * minuteMs;

/** Whether a moment can be in another hour or day than an earlier one, whatever the zone. */
export function isInAnotherQuarter(earlierMs: number, laterMs: number): boolean {
  return Math.floor(earlierMs / quarterMs) !== Math.floor(laterMs / quarterMs);
}

/**
 * When the interval began that contains a moment, in milliseconds. Hours and days are the zone's:
 * where its clocks change, a day has 23 or 25 hours, and an hour can be cut short.
 */
export function intervalStart(resolution: Resolution, timeZone: string, atMs: number): number {
  if (resolution === "minute") return Math.floor(atMs / minuteMs) * minuteMs;
  let start = Math.floor(atMs / quarterMs) * quarterMs;
  const offset = offsetMs(timeZone, start);
  const unitMs = resolution === "hour" ? hourMs : dayMs;
  const full = Math.floor((start + offset) / unitMs) * unitMs - offset;
  // Where no clock changes in between, the interval begins where the local time is whole.
  if (offsetMs(timeZone, full - quarterMs) === offset) return full;
  const name = intervalName(resolution, timeZone, start);
  while (intervalName(resolution, timeZone, start - quarterMs) === name) start -= quarterMs;
  return start;
}

/** The same for all moments of an hour or day, and another for the one before. */
function intervalName(resolution: "hour" | "day", timeZone: string, atMs: number): string {
  const offset = offsetMs(timeZone, atMs);
  const local = atMs + offset;
  // An hour that clocks pass twice is two.
  return resolution === "day"
    ? `${Math.floor(local / dayMs)}`
    : `${Math.floor(local / hourMs)} ${offset}`;
}
