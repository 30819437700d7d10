import { type Calendar, startOfDayMs } from "../../../core/calendar.ts";
import { dateFormat, precisions } from "../dates/format.ts";
import { formatRange } from "./format.ts";
import { datesOf, type PresetName, type Range } from "./range.ts";

/** Said in full: a day up to now is not today. */
const lasts: Record<PresetName, string> = {
  hour: "Last 60 minutes",
  day: "Last 24 hours",
  week: "Last 7 days",
  month: "Last 30 days",
  year: "Last 365 days",
};

/** A whole range: one up to now by its length, any other by where it begins and ends. */
export function formatWhole(range: Range, calendar: Calendar): string {
  const { timeZone } = calendar;
  if (range.kind === "last") return lasts[range.name];
  const [first, last] = datesOf(range, calendar);
  if (first === null || last === null) {
    return formatRange(range.fromMs, range.toMs, timeZone);
  }
  return dateFormat(precisions.day, timeZone).formatRange(
    range.fromMs,
    startOfDayMs(calendar, last),
  );
}
