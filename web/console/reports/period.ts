import {
  addDays,
  type Calendar,
  dayOf,
  type LocalDate,
  startOfDayMs,
} from "../../../core/calendar.ts";
import { nextIntervalStart } from "../../../core/counters/interval.ts";
import type { Compared } from "../../../core/reports/compared.ts";
import {
  type Against,
  datesBefore,
  daysIn,
  isInOneMonth,
  longestReport,
  momentBefore,
  type Period,
  periodOf,
  type ReportRange,
  type ReportUnit,
  startsOf,
  weekdayOf,
  yearsBefore,
} from "../../../core/reports/report-range.ts";
import { offsetMs } from "../../../core/time-zone.ts";
import { type DateParts, dateFormat, precisions } from "../dates/format.ts";
import type { PresetName, ReportSearch } from "./report-search.ts";

/** The first day and the last one. */
export interface Dates {
  from: LocalDate;
  to: LocalDate;
}

const presets: Record<PresetName, (today: LocalDate) => Dates> = {
  "7-days": (today) => ({ from: addDays(today, -6), to: today }),
  "30-days": (today) => ({ from: addDays(today, -29), to: today }),
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
  { last, from, to, by, against }: ReportSearch,
  { calendar, nowMs, targets }: { calendar: Calendar; nowMs: number; targets: number },
): ReportRange & { preset: PresetName | undefined } {
  const today = dayOf(calendar, nowMs).date;
  const isValid = from !== undefined && to !== undefined && isReportable({ from, to }, today);
  const preset = isValid ? undefined : (last ?? usualPreset);
  const dates = isValid ? { from, to } : presets[preset ?? usualPreset](today);
  const unit = by !== undefined && isAllowed(by, dates, targets) ? by : fittingUnit(dates, targets);
  const isAsked = against !== undefined && choicesAgainst(dates).includes(against);
  const compared = isAsked ? against : usualAgainst(dates, preset);
  const heatmap = hasHeatmap(dates, targets);
  return { ...dates, preset, by: unit, heatmap, against: compared };
}

/** What a period can be compared with. */
export function choicesAgainst(dates: Dates): Against[] {
  if (daysIn(dates) > longestWeeks) return ["year"];
  return isInOneMonth(dates) ? ["weeks", "month", "year"] : ["weeks", "year"];
}

/** Longer ones are compared with the year before. */
const longestWeeks = 100;

/** A year with the one before; else, unless the person chooses, a Sunday stands beside a Sunday. */
function usualAgainst(dates: Dates, preset: PresetName | undefined): Against {
  return preset === "this-year" ? "year" : (choicesAgainst(dates)[0] ?? "weeks");
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
  return days > 1 && days <= longestReport.heatmap && days * targets <= mostHourDays;
}

/** When the intervals of a report begin, with the end of the last one; and those of the period before. */
export function boundariesOf(range: ReportRange, calendar: Calendar) {
  const period = periodOf(range, calendar);
  if (range.by !== "hour") return startsOf(range.by, period);
  return hoursOf(period, calendar);
}

/** An hour stands beside what the same clocks showed: a day can have had fewer or more of them. */
function hoursOf(period: Period, calendar: Calendar) {
  const { days, before } = period;
  const [firstMs, endMs] = [days[0]?.startMs ?? 0, days.at(-1)?.startMs ?? 0];
  const starts: number[] = [];
  const startsBefore: number[] = [];
  let [day, offset] = [0, offsetMs(calendar.timeZone, firstMs)];
  for (let ms = firstMs; ms < endMs; ) {
    while ((days[day + 1]?.startMs ?? endMs) <= ms) day += 1;
    const next = nextIntervalStart("hour", calendar, ms);
    const offsetNow = offsetMs(calendar.timeZone, ms);
    starts.push(ms);
    // An hour that the clocks show again has none before.
    const atMs = offsetNow < offset ? next : ms;
    startsBefore.push(momentBefore(period, calendar, { day, atMs }));
    [ms, offset] = [next, offsetNow];
  }
  const endBefore = before.at(-1)?.startMs ?? 0;
  return { starts: [...starts, endMs], startsBefore: [...startsBefore, endBefore] };
}

/** Two dates as people write them; what they share is said once. */
export function formatDates({ from, to }: Dates, parts: DateParts = precisions.day): string {
  return dateFormat(parts, "UTC").formatRange(Date.parse(from), Date.parse(to));
}

/** The period before, or some days of it; its year is said only where it is another one. */
export function formatBefore(range: Wanted, before = datesBefore(range)): string {
  const isSameYear = before.from.slice(0, 4) === range.to.slice(0, 4);
  return formatDates(before, isSameYear ? { month: "short", day: "numeric" } : precisions.day);
}

/** What is compared of the period before, or of this one, as people write it; all of that before where nothing is. */
export function formatCompared(
  range: Wanted,
  { compared, calendar }: { compared: Compared | null; calendar: Calendar },
  of: "now" | "before" = "before",
): string {
  return formatBefore(range, compared === null ? undefined : daysOf(compared[of], calendar));
}

/** Which days are compared with which: those that the marks, the table and the sums have. */
export function comparisonOf(
  range: Wanted,
  made: { compared: Compared | null; calendar: Calendar; readMs: number },
): string {
  const { compared, calendar, readMs } = made;
  const isOneDay = daysIn(range) === 1;
  const isByWeekday = weekdayOf(datesBefore(range).from) === weekdayOf(range.from);
  const aligned = isByWeekday ? `, same ${isOneDay ? "weekday" : "weekdays"}` : "";
  const before = `${formatCompared(range, made)} (${againstLabel(range)}${aligned})`;
  if (compared === null) return `There is nothing from ${before} to compare with.`;
  const days = daysOf(compared.now, calendar);
  const today = dayOf(calendar, readMs).date;
  const isRunning = days.from <= today && today <= days.to;
  const until = isRunning ? `, ${isOneDay ? "" : "today "}up to the same time` : "";
  if (compared.isWhole) return `Compared with ${before}${until}.`;
  const isFromStart = compared.now.fromMs === startOfDayMs(calendar, days.from);
  const time = dateFormat({ timeStyle: "short" }, calendar.timeZone).format(compared.now.fromMs);
  const since = isFromStart ? "" : ` from ${time} on`;
  const are = days.from === days.to ? "is" : "are";
  const named = formatBefore(range, days) + since;
  return `${named} ${are} compared with ${before}${until}; the rest has nothing to compare with.`;
}

/** The days from one moment to another. */
function daysOf({ fromMs, endMs }: Compared["now"], calendar: Calendar): Dates {
  return { from: dayOf(calendar, fromMs).date, to: dayOf(calendar, endMs - 1).date };
}

type Wanted = Dates & { against?: Against | undefined };

/** What a period is compared with, such as "the month before". */
export function againstLabel({ from, to, against = "weeks" }: Wanted): string {
  const days = daysIn({ from, to });
  if (against === "month") return days === 1 ? "the day of the month before" : "the month before";
  if (against === "year" && isInOneMonth({ from, to })) return "the year before";
  const weeks = against === "year" ? 52 * yearsBefore(days) : Math.ceil(days / 7);
  return weeks === 1 ? "the week before" : `${weeks} weeks before`;
}
