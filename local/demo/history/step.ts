import type { Direction } from "../../../core/counters/taps/tap.ts";
import { dayMs, hourMs } from "../../../core/time-zone.ts";

/** Something that happened to a counter. */
export type Step = { atMs: number } & (
  | { does: "tap"; direction: Direction }
  | { does: "set"; to: number; reason: string }
  | { does: "start-day" }
);

/** What a past is made from. */
export interface PastTimes {
  /** The start of the organization's day, in epoch milliseconds. */
  todayMs: number;
  nowMs: number;
}

/** How many days before today have a history. */
export const pastDays = 56;

/** The starts of the days before today, the oldest first, with 0 for Sunday. */
export function daysBefore(todayMs: number): { startMs: number; weekday: number; ago: number }[] {
  return Array.from({ length: pastDays }, (_, index) => {
    const ago = pastDays - index;
    const startMs = todayMs - ago * dayMs;
    return { startMs, weekday: new Date(startMs).getUTCDay(), ago };
  });
}

/** The start of each day after the first, up to today's if that has come. */
export function dayStarts({ todayMs, nowMs }: PastTimes): Step[] {
  const afterMs = 20_000;
  return [
    ...daysBefore(todayMs)
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
export function firstMs({ todayMs }: PastTimes): number {
  return todayMs - pastDays * dayMs + 7 * hourMs;
}
