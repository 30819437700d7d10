import * as z from "zod";
import {
  addDays,
  type Calendar,
  dayOf,
  type LocalDate,
  sameTimeOf,
  startOfDayMs,
} from "../calendar.ts";
import { dayMs, minuteMs, offsetMs } from "../time-zone.ts";
import { comparisons, reportUnits } from "./comparisons.ts";

export const ReportUnit = z.enum(reportUnits);
export type ReportUnit = z.infer<typeof ReportUnit>;

/**
 * What a report compares with: the fewest whole weeks earlier, the month before, or the year before. A
 * range within one month has the same dates there; of a longer one, each year before is 52 weeks earlier.
 */
export const Against = z.enum(comparisons);
export type Against = z.infer<typeof Against>;

/** What a report is about: days of the organization, the first and the last among them. */
export interface ReportRange {
  from: LocalDate;
  to: LocalDate;
  by: ReportUnit;
  /** Whether it has what was counted in by day of the week and hour of the day. */
  heatmap: boolean;
  /** `weeks` unless given. */
  against?: Against | undefined;
}

/** The first day and the last one. */
type Dates = { from: LocalDate; to: LocalDate };

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
  | "too_many_targets"
  | "no_month_before";

/** How many days are in a range. */
export function daysIn({ from, to }: Dates): number {
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
  const { from, to, by, heatmap, against } = range;
  const days = daysIn(range);
  if (days < 1) return "ends_before_begin";
  if (from > dayOf(calendar, nowMs).date) return "in_future";
  if (days > longestReport[by]) {
    return by === "hour" ? "too_many_hours" : "too_many_days";
  }
  if (against === "month" && !isInOneMonth({ from, to })) return "no_month_before";
  if (heatmap && days > longestReport.heatmap) return "heatmap_too_long";
  return targets > targetsAtOnce(range) ? "too_many_targets" : undefined;
}

/** About what a report on so many counters or groups reads: some twenty marks are in a unit. */
export function readUnitsOfReport(range: ReportRange, targets: number): number {
  const most = Math.min(maximumIntervals, targets * Math.max(1, intervalsOf(range)));
  // With the counts at the ends of both periods, where no mark of a day has them.
  return 5 + 6 * targets + Math.ceil(most / 20);
}

/** The days of both periods, and hours where it needs them. */
function intervalsOf(range: ReportRange): number {
  const hours = { hour: 48, day: 24, week: 24 }[range.by];
  return daysIn(range) * (2 + (needsHours(range) ? hours : 0));
}

export function isInOneMonth({ from, to }: Dates): boolean {
  return from.slice(0, 7) === to.slice(0, 7);
}

/**
 * The days with which a report compares. In a month that is shorter there are fewer; else as many, and
 * those of whole weeks earlier stand beside days of their weekday.
 */
export function datesBefore({
  from,
  to,
  against = "weeks",
}: Dates & { against?: Against | undefined }): Dates {
  const days = daysIn({ from, to });
  if (against !== "weeks" && isInOneMonth({ from, to })) {
    const before = new Date(`${from.slice(0, 7)}-01`);
    before.setUTCMonth(before.getUTCMonth() - (against === "month" ? 1 : 12));
    const first = before.toISOString().slice(0, 10);
    before.setUTCMonth(before.getUTCMonth() + 1);
    const last = addDays(before.toISOString().slice(0, 10), -1);
    const dateIn = (date: LocalDate) => {
      const same = addDays(first, Number(date.slice(8)) - 1);
      return same < last ? same : last;
    };
    return { from: dateIn(from), to: dateIn(to) };
  }
  const earlier = 7 * (against === "year" ? yearsBefore(days) * 52 : Math.ceil(days / 7));
  return { from: addDays(from, -earlier), to: addDays(to, -earlier) };
}

/** How many years back so many days are compared with: so far that the two do not overlap. */
export function yearsBefore(days: number): number {
  return Math.ceil(days / 366);
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
  /** The day that stands for each; those that a shorter month does not have are empty. */
  before: ReportDay[];
}

export function periodOf(range: ReportRange, calendar: Calendar): Period {
  const count = daysIn(range);
  const daysOf = ({ from, to }: Dates) => {
    const end = addDays(to, 1);
    return Array.from({ length: count + 1 }, (_, offset) => {
      const later = addDays(from, offset);
      const date = later < end ? later : end;
      return { date, startMs: startOfDayMs(calendar, date) };
    });
  };
  return { days: daysOf(range), before: daysOf(datesBefore(range)) };
}

/**
 * When the days before end, for a comparison: while the period runs, at the same time of the day that
 * stands for today, in whole minutes.
 */
export function comparedUntilMs(
  { days, before }: Period,
  calendar: Calendar,
  nowMs: number,
): number {
  const today = days.findLastIndex(({ startMs }) => startMs <= nowMs);
  const sameMs = momentBefore({ days, before }, calendar, { day: today, atMs: nowMs });
  return Math.floor(sameMs / minuteMs) * minuteMs;
}

/** The moment before that stands for one of a day of the period: its clocks show the same time. */
export function momentBefore(
  { days, before }: Period,
  { timeZone }: Calendar,
  { day, atMs }: { day: number; atMs: number },
): number {
  const [of, like, next] = [days[day], before[day], before[day + 1]];
  if (of === undefined || like === undefined || next === undefined) {
    return before.at(-1)?.startMs ?? Number.NaN;
  }
  const shownMs = atMs + offsetMs(timeZone, atMs);
  const earlierMs = Date.parse(of.date) - Date.parse(like.date);
  const bounds = { startMs: like.startMs, endMs: next.startMs };
  return sameTimeOf(bounds, shownMs - earlierMs, timeZone);
}

/**
 * When the days or weeks of a period start, and its end; those before start with the days that stand
 * for these. The first and the last week can be shorter.
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
