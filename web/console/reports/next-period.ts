import { addDays, type LocalDate } from "../../../core/calendar.ts";
import { daysIn, weekdayOf } from "../../../core/reports/report-range.ts";
import type { Dates } from "./period.ts";

/**
 * The period before or after one, as long as it: a year, a month and a week from Monday lead to whole ones,
 * also where they end today; other days to as many. Undefined where it would begin after today.
 */
export function periodBeside(
  dates: Dates,
  { today, by }: { today: LocalDate; by: 1 | -1 },
): Dates | undefined {
  const days = daysIn(dates);
  const begun = startsOfPeriods(dates.from).find(
    ({ ends }) => dates.to === ends || (dates.to === today && today < ends && days > 1),
  );
  if (begun !== undefined) {
    const from = by === 1 ? addDays(begun.ends, 1) : begun.before;
    const ends = startsOfPeriods(from).find(({ unit }) => unit === begun.unit)?.ends ?? from;
    return from > today ? undefined : { from, to: ends < today ? ends : today };
  }
  const moved = { from: addDays(dates.from, by * days), to: addDays(dates.to, by * days) };
  return moved.from > today ? undefined : moved;
}

/** What begins on a date, the shortest first: when it ends, and when the one before begins. */
function startsOfPeriods(from: LocalDate) {
  const [year, month, day] = from.split("-").map(Number) as [number, number, number];
  const first = (ofYear: number, ofMonth: number) =>
    new Date(Date.UTC(ofYear, ofMonth - 1, 1)).toISOString().slice(0, 10);
  return [
    ...(weekdayOf(from) === 0
      ? [{ unit: "week", ends: addDays(from, 6), before: addDays(from, -7) }]
      : []),
    ...(day === 1
      ? [
          {
            unit: "month",
            ends: addDays(first(year, month + 1), -1),
            before: first(year, month - 1),
          },
        ]
      : []),
    ...(day === 1 && month === 1
      ? [{ unit: "year", ends: `${year}-12-31`, before: first(year - 1, 1) }]
      : []),
  ];
}
