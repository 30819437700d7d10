import { addDays, type Calendar, dayOf, startOfDayMs } from "../../../core/calendar.ts";
import { longestRangeMs } from "../../../core/charts/chart.ts";
import type { Resolution } from "../../../core/counters/interval.ts";
import { dayMs, hourMs } from "../../../core/time-zone.ts";

/** What part of a history a chart shows. */
export type Range =
  /** Up to now, and live. */
  { kind: "last"; name: PresetName; lengthMs: number } | FixedRange;
export interface FixedRange {
  kind: "fixed";
  fromMs: number;
  toMs: number;
}

export const presets = {
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
};
export type PresetName = keyof typeof presets;

export function presetRange(name: PresetName): Range {
  return { kind: "last", name, lengthMs: presets[name] };
}

/** The range that is shown at first: the last day, or the shortest with the newest count in it. */
export function fittingPreset(lastCountAt: string | null, nowMs: number): PresetName {
  const elapsedMs = lastCountAt === null ? 0 : nowMs - Date.parse(lastCountAt);
  const names = ["day", "week", "month", "year"] as const;
  return names.find((name) => elapsedMs < presets[name]) ?? "year";
}

function lengthOf(range: Range): number {
  return range.kind === "last" ? range.lengthMs : range.toMs - range.fromMs;
}

/** Bars that can be told apart: the finest resolution with at most this many of them. */
const maximumBars = 400;

/** The resolution in which a range is shown at first. */
export function fittingResolution(range: Range): Resolution {
  const length = lengthOf(range);
  if (length <= maximumBars * 60_000) return "minute";
  return length <= maximumBars * hourMs ? "hour" : "day";
}

export function isRangeAllowed(range: Range, resolution: Resolution): boolean {
  return lengthOf(range) <= longestRangeMs[resolution];
}

/** Two dates, such as "2026-11-22", as a range: both days are in it. */
export function datesRange(first: string, last: string, calendar: Calendar): FixedRange {
  const toMs = startOfDayMs(calendar, addDays(last, 1));
  return { kind: "fixed", fromMs: startOfDayMs(calendar, first), toMs };
}

/** The first and the last day of a range that is whole days; nulls for any other. */
export function datesOf(range: Range, calendar: Calendar): [string | null, string | null] {
  if (range.kind === "last") return [null, null];
  const [first, last] = [dayOf(calendar, range.fromMs).date, dayOf(calendar, range.toMs - 1).date];
  const whole = datesRange(first, last, calendar);
  const isWhole = whole.kind === "fixed" && whole.fromMs === range.fromMs;
  return isWhole && whole.toMs === range.toMs ? [first, last] : [null, null];
}

/** A range that was chosen by dragging, at least two minutes long. */
export function zoomedRange(fromMs: number, toMs: number): Range {
  const missing = Math.max(0, 120_000 - (toMs - fromMs));
  return {
    kind: "fixed",
    fromMs: Math.floor(fromMs - missing / 2),
    toMs: Math.ceil(toMs + missing / 2),
  };
}
