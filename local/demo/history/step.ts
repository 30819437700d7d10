import { addDays, dayOf, startOfDayMs } from "../../../core/calendar.ts";
import type { Direction } from "../../../core/counters/taps/tap.ts";
import { hourMs } from "../../../core/time-zone.ts";

/** Something that happened to a counter. */
export type Step = { atMs: number } & (
  | { does: "tap"; direction: Direction }
  | { does: "set"; to: number; reason: string }
  | { does: "start-day" }
);

/** What a past is made from. */
export interface PastTimes {
  /** The organization's. */
  timeZone: string;
  /** The start of the organization's day, in epoch milliseconds. */
  todayMs: number;
  nowMs: number;
}

/** How many days before today have a history. */
export const pastDays = 56;

/** The starts of the days before today, the oldest first, with 0 for Sunday. */
export function daysBefore(
  calendar: PastTimes,
): { startMs: number; weekday: number; ago: number }[] {
  const today = dayOf(calendar, calendar.todayMs).date;
  return Array.from({ length: pastDays }, (_, index) => {
    const ago = pastDays - index;
    const date = addDays(today, -ago);
    return { startMs: startOfDayMs(calendar, date), weekday: new Date(date).getUTCDay(), ago };
  });
}

/** The start of each day after the first, up to today's if that has come. */
export function dayStarts(times: PastTimes): Step[] {
  const { todayMs, nowMs } = times;
  const afterMs = 20_000;
  return [
    ...daysBefore(times)
      .slice(1)
      .map(({ startMs }) => startMs),
    todayMs,
  ]
    .map((startMs) => ({ atMs: startMs + afterMs, does: "start-day" as const }))
    .filter(({ atMs }) => atMs < nowMs);
}

/** In the order of their times; what happens after `untilMs` has not happened. */
export function inOrder(steps: Step[], untilMs: number): Step[] {
  return steps.filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs);
}

/** A past begins at seven in the morning of its first day. */
export function firstMs(times: PastTimes): number {
  return Math.min(...daysBefore(times).map(({ startMs }) => startMs)) + 7 * hourMs;
}
