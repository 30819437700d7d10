import { expect, test } from "vitest";
import { periodBeside } from "../../../../web/console/reports/next-period.ts";

// A Wednesday.
const today = "2026-11-25";

test.each([
  ["a day", ["2026-11-24", "2026-11-24"], ["2026-11-23", "2026-11-23"], [today, today]],
  ["today", [today, today], ["2026-11-24", "2026-11-24"], undefined],
  ["a week", ["2026-11-16", "2026-11-22"], ["2026-11-09", "2026-11-15"], ["2026-11-23", today]],
  ["this week", ["2026-11-23", today], ["2026-11-16", "2026-11-22"], undefined],
  ["this month", ["2026-11-01", today], ["2026-10-01", "2026-10-31"], undefined],
  ["October", ["2026-10-01", "2026-10-31"], ["2026-09-01", "2026-09-30"], ["2026-11-01", today]],
  [
    "January",
    ["2026-01-01", "2026-01-31"],
    ["2025-12-01", "2025-12-31"],
    ["2026-02-01", "2026-02-28"],
  ],
  ["this year", ["2026-01-01", today], ["2025-01-01", "2025-12-31"], undefined],
  [
    "7 days",
    ["2026-11-11", "2026-11-17"],
    ["2026-11-04", "2026-11-10"],
    ["2026-11-18", "2026-11-24"],
  ],
] as const)("beside %s stand as many days", (_, [from, to], before, after) => {
  const datesOf = (dates: readonly [string, string] | undefined) =>
    dates && { from: dates[0], to: dates[1] };
  expect(periodBeside({ from, to }, { today, by: -1 })).toEqual(datesOf(before));
  expect(periodBeside({ from, to }, { today, by: 1 })).toEqual(datesOf(after));
});
