import { type Calendar, startOfDayMs } from "../../../core/calendar.ts";
import { dateFormat, precisions } from "../dates/format.ts";
import { formatRange } from "./format.ts";
import { datesOf, type Range } from "./range.ts";

/** A whole range: one up to now by its length, any other by where it begins and ends. */
export function formatWhole(range: Range, calendar: Calendar): string {
  const { timeZone } = calendar;
  if (range.kind === "last") return `The last ${range.name}`;
  const [first, last] = datesOf(range, calendar);
  if (first === null || last === null) {
    return formatRange(range.fromMs, range.toMs, timeZone);
  }
  return dateFormat(precisions.day, timeZone).formatRange(
    range.fromMs,
    startOfDayMs(calendar, last),
  );
}
