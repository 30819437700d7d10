import * as z from "zod";
import { addDays, type Calendar, dayOf, type LocalDate, startOfDayMs } from "../calendar.ts";
import { dayMs } from "../time-zone.ts";

/** How long the intervals of a report are. Weeks start on Monday. */
export const ReportUnit = z.enum(["hour", "day", "week"]);
export type ReportUnit = z.infer<typeof ReportUnit>;

/** What a report is about: days of the organization, the first and the last among them. */
export interface ReportRange {
  from: LocalDate;
  to: LocalDate;
  by: ReportUnit;
  /** Whether it has what was counted in by day of the week and hour of the day. */
  heatmap: boolean;
}

/** The most days of a report. */
export const longestReport = { hour: 62, day: 1_461, week: 1_461, heatmap: 366 } as const;

/** The most counters or groups of one request. */
export const maximumTargets = 25;

/** The most intervals that one request reads the marks of. */
const maximumIntervals = 20_000;

export type InvalidReport =
  | "ends_before_begin"
  | "in_future"
  | "too_many_hours"
  | "too_many_days"
  | "heatmap_too_long"
  | "too_many_targets";

/** How many days are in a range. */
export function daysIn({ from, to }: Pick<ReportRange, "to" | "from">): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** How many counters or groups one request can report on: what it reads has a limit. */
export function targetsAtOnce(range: ReportRange): number {
  const fitting = Math.floor(maximumIntervals / intervalsOf(range));
  return Math.max(1, Math.min(maximumTargets, fitting));
}

/** Why there is no such report; undefined where there is. */
export function validateReport(
  range: ReportRange,
  { calendar, nowMs, targets }: { calendar: Calendar; nowMs: number; targets: number },
): InvalidReport | undefined {
  const { from, by, heatmap } = range;
  const days = daysIn(range);
  if (days < 1) return "ends_before_begin";
  if (from > dayOf(calendar, nowMs).date) return "in_future";
  if (days > longestReport[by]) {
    return by === "hour" ? "too_many_hours" : "too_many_days";
  }
  if (heatmap && days > longestReport.heatmap) return "heatmap_too_long";
  return targets > targetsAtOnce(range) ? "too_many_targets" : undefined;
}

/** About what a report on so many counters or groups reads: some twenty marks are in a unit. */
export function readUnitsOfReport(range: ReportRange, targets: number): number {
  const most = Math.min(maximumIntervals, targets * Math.max(1, intervalsOf(range)));
  return 5 + 3 * targets + Math.ceil(most / 20);
}

/** The days from the first one before to the last one, and hours where it needs them. */
function intervalsOf(range: ReportRange): number {
  const hours = { hour: 48, day: 24, week: 24 }[range.by];
  return daysEarlier(range) + daysIn(range) * (1 + (needsHours(range) ? hours : 0));
}

/**
 * How many days earlier the period is with which a report compares: the fewest whole weeks, so that
 * each day stands beside one of its weekday.
 */
export function daysEarlier(range: Pick<ReportRange, "to" | "from">): number {
  return 7 * Math.ceil(daysIn(range) / 7);
}

export function needsHours({ by, heatmap }: ReportRange): boolean {
  return by === "hour" || heatmap;
}

export interface ReportDay {
  date: LocalDate;
  startMs: number;
}

/** The days of a report; the day after the last one ends them. */
export interface Period {
  days: ReportDay[];
  /** As many days, some whole weeks earlier. */
  before: ReportDay[];
}

export function periodOf(range: ReportRange, calendar: Calendar): Period {
  const count = daysIn(range);
  const daysFrom = (first: LocalDate) =>
    Array.from({ length: count + 1 }, (_, offset) => {
      const date = addDays(first, offset);
      return { date, startMs: startOfDayMs(calendar, date) };
    });
  const before = addDays(range.from, -daysEarlier(range));
  return { days: daysFrom(range.from), before: daysFrom(before) };
}

/**
 * When the days or weeks of a period start, and its end; those before start the same number of days
 * earlier. The first and the last week can be shorter.
 */
export function startsOf(by: "day" | "week", { days, before }: Period) {
  const isStart = (_: ReportDay, index: number) =>
    by === "day" ||
    index === 0 ||
    index === days.length - 1 ||
    weekdayOf(days[index]?.date ?? "") === 0;
  const ofThose = (some: ReportDay[]) => some.filter(isStart).map(({ startMs }) => startMs);
  return { starts: ofThose(days), startsBefore: ofThose(before) };
}

/** The day of the week of a date: 0 for Monday, 6 for Sunday. */
export function weekdayOf(date: LocalDate): number {
  return (new Date(date).getUTCDay() + 6) % 7;
}
