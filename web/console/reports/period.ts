import { addDays, type Calendar, dayOf, type LocalDate } from "../../../core/calendar.ts";
import { intervalStart, nextIntervalStart } from "../../../core/counters/interval.ts";
import {
  daysEarlier,
  daysIn,
  longestReport,
  periodOf,
  type ReportRange,
  type ReportUnit,
  startsOf,
  weekdayOf,
} from "../../../core/reports/report-range.ts";
import { type DateParts, dateFormat, precisions } from "../dates/format.ts";
import type { PresetName, ReportSearch } from "./report-search.ts";

/** The first day and the last one. */
export interface Dates {
  from: LocalDate;
  to: LocalDate;
}

const presets: Record<PresetName, (today: LocalDate) => Dates> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  "this-week": (today) => ({ from: addDays(today, -weekdayOf(today)), to: today }),
  "last-week": (today) => {
    const monday = addDays(today, -weekdayOf(today));
    return { from: addDays(monday, -7), to: addDays(monday, -1) };
  },
  "this-month": (today) => ({ from: firstOfMonth(today), to: today }),
  "last-month": (today) => {
    const to = addDays(firstOfMonth(today), -1);
    return { from: firstOfMonth(to), to };
  },
  "this-year": (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
};

function firstOfMonth(date: LocalDate): LocalDate {
  return `${date.slice(0, 7)}-01`;
}

const usualPreset: PresetName = "this-month";

/** The most days times counters of a report by the hour, and of a heatmap: hours have many marks. */
const mostHourDays = 5_000;

/** What a URL names, as far as there can be a report of it; the usual period otherwise. */
export function rangeOfSearch(
  { last, from, to, by }: ReportSearch,
  { calendar, nowMs, targets }: { calendar: Calendar; nowMs: number; targets: number },
): ReportRange & { preset: PresetName | undefined } {
  const today = dayOf(calendar, nowMs).date;
  const isValid = from !== undefined && to !== undefined && isReportable({ from, to }, today);
  const preset = isValid ? undefined : (last ?? usualPreset);
  const dates = isValid ? { from, to } : presets[preset ?? usualPreset](today);
  const unit = by !== undefined && isAllowed(by, dates, targets) ? by : fittingUnit(dates, targets);
  return { ...dates, preset, by: unit, heatmap: hasHeatmap(dates, targets) };
}

function isReportable(dates: Dates, today: LocalDate): boolean {
  const days = daysIn(dates);
  return days >= 1 && days <= longestReport.day && dates.from <= today;
}

/** Whether a report can be by this unit. */
export function isAllowed(unit: ReportUnit, dates: Dates, targets: number): boolean {
  const days = daysIn(dates);
  return days <= longestReport[unit] && (unit !== "hour" || days * targets <= mostHourDays);
}

function fittingUnit(dates: Dates, targets: number): ReportUnit {
  const days = daysIn(dates);
  if (days <= 2 && isAllowed("hour", dates, targets)) return "hour";
  return days <= 100 ? "day" : "week";
}

function hasHeatmap(dates: Dates, targets: number): boolean {
  const days = daysIn(dates);
  return days <= longestReport.heatmap && days * targets <= mostHourDays;
}

/** When the intervals of a report begin, with the end of the last one; and those of the period before. */
export function boundariesOf(range: ReportRange, calendar: Calendar) {
  const period = periodOf(range, calendar);
  if (range.by !== "hour") return startsOf(range.by, period);
  const hours = (days: { startMs: number }[]) => {
    const [first, end] = [days[0]?.startMs ?? 0, days.at(-1)?.startMs ?? 0];
    const starts: number[] = [];
    for (let ms = intervalStart("hour", calendar, first); ms < end; ) {
      starts.push(ms);
      ms = nextIntervalStart("hour", calendar, ms);
    }
    return [...starts, end];
  };
  return { starts: hours(period.days), startsBefore: hours(period.before) };
}

/** The period before: as many days with the same weekdays. */
export function datesBefore({ from, to }: Dates): Dates {
  const earlier = -daysEarlier({ from, to });
  return { from: addDays(from, earlier), to: addDays(to, earlier) };
}

/** Two dates as people write them; what they share is said once. */
export function formatDates({ from, to }: Dates, parts: DateParts = precisions.day): string {
  return dateFormat(parts, "UTC").formatRange(Date.parse(from), Date.parse(to));
}

/** The period before; its year is said only where it is another one. */
export function formatBefore(dates: Dates): string {
  const before = datesBefore(dates);
  const isSameYear = before.from.slice(0, 4) === dates.to.slice(0, 4);
  return formatDates(before, isSameYear ? { month: "short", day: "numeric" } : precisions.day);
}

/** What a period is compared with, in one sentence. */
export function comparisonOf(dates: Dates, today: LocalDate): string {
  const [days, weeks] = [daysIn(dates), daysEarlier(dates) / 7];
  const same = days === 1 ? "the same weekday" : "the same weekdays";
  const ago = weeks === 1 ? "a week" : `${weeks} weeks`;
  const isRunning = dates.to >= today ? " Today is not over yet." : "";
  return `Compared with ${formatBefore(dates)}: ${same}, ${ago} earlier.${isRunning}`;
}
