import { expect, test } from "vitest";
import { comparedOf } from "../../../../core/reports/compared.ts";
import { type Against, datesBefore } from "../../../../core/reports/report-range.ts";
import {
  boundariesOf,
  comparisonOf,
  isAllowed,
  rangeOfSearch,
} from "../../../../web/console/reports/period.ts";
import { type ReportSearch, reportSearch } from "../../../../web/console/reports/report-search.ts";

const calendar = { timeZone: "Europe/Berlin", dayStarts: [{ from: "2026-01-01", at: "04:00" }] };
/** A Thursday; at 02:00 in Berlin it is still Wednesday's day. */
const nowMs = Date.parse("2026-11-26T01:00:00Z");

function rangeOf(search: ReportSearch, targets = 1) {
  const { from, to, by } = rangeOfSearch(search, { calendar, nowMs, targets });
  return [from, to, by];
}

test.each([
  ["today", "2026-11-25", "2026-11-25", "hour"],
  ["yesterday", "2026-11-24", "2026-11-24", "hour"],
  ["7-days", "2026-11-19", "2026-11-25", "day"],
  ["30-days", "2026-10-27", "2026-11-25", "day"],
  ["this-week", "2026-11-23", "2026-11-25", "day"],
  ["last-week", "2026-11-16", "2026-11-22", "day"],
  ["this-month", "2026-11-01", "2026-11-25", "day"],
  ["last-month", "2026-10-01", "2026-10-31", "day"],
  ["this-year", "2026-01-01", "2026-11-25", "week"],
] as const)("%s is of the organization's days", (last, ...range) => {
  expect(rangeOf({ last })).toEqual(range);
});

test.each([
  ["days that end before they begin", { from: "2026-11-09", to: "2026-11-08" }],
  ["days that are to come", { from: "2026-11-26", to: "2026-11-27" }],
  ["more than four years", { from: "2021-11-01", to: "2026-11-01" }],
  ["one date", { from: "2026-11-01" }],
])("of %s there is no report: this month's is shown", (_, search) => {
  expect(rangeOf(search)).toEqual(["2026-11-01", "2026-11-25", "day"]);
});

test("by the hour only few days of many counters can be shown", () => {
  const dates = { from: "2026-11-01", to: "2026-11-20" };
  expect([1, 250, 251].map((targets) => isAllowed("hour", dates, targets))).toEqual([
    ...[true, true, false],
  ]);
  expect(rangeOf({ ...dates, by: "hour" }, 500)).toEqual(["2026-11-01", "2026-11-20", "day"]);
});

test.each([
  ["a day", ["2026-11-25", "2026-11-25"], ["2026-11-18", "2026-11-18"]],
  ["a week, across a change of clocks", ["2026-10-25", "2026-10-31"], ["2026-10-18", "2026-10-24"]],
  ["this month so far", ["2026-11-01", "2026-11-26"], ["2026-10-04", "2026-10-29"]],
  [
    "a month with a shorter one",
    ["2026-03-01", "2026-03-31"],
    ["2026-02-01", "2026-02-28"],
    "month",
  ],
  [
    "this month with last year's",
    ["2026-11-01", "2026-11-26"],
    ["2025-11-01", "2025-11-26"],
    "year",
  ],
  [
    "a month with weeks before",
    ["2026-10-01", "2026-10-31"],
    ["2026-08-27", "2026-09-26"],
    "weeks",
  ],
  ["this year so far", ["2026-01-01", "2026-11-26"], ["2025-01-02", "2025-11-27"]],
] as [string, [string, string], [string, string], Against?][])(
  "%s is compared with what stands for its days",
  (_, [from, to], before, against) => {
    const range = rangeOfSearch({ from, to, against }, { calendar, nowMs, targets: 1 });
    expect(Object.values(datesBefore(range))).toEqual(before);
  },
);

test("what is compared with what is said, and until when", () => {
  const made = { calendar, readMs: nowMs, compared: null };
  const said = (dates: { from: string; to: string }, isCompared: boolean) => {
    const range = { ...dates, by: "day" as const, heatmap: false };
    const bounds = { ...boundariesOf(range, calendar), nowMs };
    const createdAt = isCompared ? "2026-01-01T00:00:00Z" : "2026-11-26T00:00:00Z";
    const compared = comparedOf([{ createdAt, rows: [], before: { rows: [] } }], bounds);
    return comparisonOf(range, { ...made, compared }).replaceAll(/\s/g, " ");
  };
  expect(said({ from: "2026-11-01", to: "2026-11-25" }, true)).toBe(
    "Compared with Oct 4 – 28 (4 weeks before, same weekdays), today up to the same time.",
  );
  expect(said({ from: "2026-11-02", to: "2026-11-02" }, true)).toBe(
    "Compared with Oct 26 (the week before, same weekday).",
  );
  expect(said({ from: "2026-11-02", to: "2026-11-02" }, false)).toBe(
    "There is nothing from Oct 26 (the week before, same weekday) to compare with.",
  );
});

test.each([
  ["go back: one comes again", "2026-10-25", "2026-10-18T", [0, 1, 2, 3, 3, 4, 5]],
  ["went back a week before: one had two hours", "2026-11-01", "2026-10-25T", [0, 1, 2, 4, 5]],
  ["went forward a week before: one was none", "2026-04-05", "2026-03-29T", [1, 2, 3, 3, 4]],
])("hours stand beside the same clock's where clocks %s", (_, date, before, hours) => {
  const range = { from: date, to: date, by: "hour", heatmap: false } as const;
  const { starts, startsBefore } = boundariesOf(range, { timeZone: "Europe/Berlin" });
  expect(startsBefore).toHaveLength(starts.length);
  const firstMs = Date.parse(`${before}00:00:00+02:00`);
  const shown = startsBefore.slice(0, hours.length).map((ms) => (ms - firstMs) / 3_600_000);
  expect(shown).toEqual(hours);
});

test.each([
  ["this year, in January", { last: "this-year" }, "2026-01-15", "2025-01-01", "2025-01-15"],
  ["this year, in March", { last: "this-year" }, "2026-03-10", "2025-01-02", "2025-03-11"],
  [
    "this month, on its first day",
    { last: "this-month", against: "month" },
    "2026-03-01",
    "2026-02-01",
    "2026-02-01",
  ],
  [
    "two years",
    { from: "2024-01-01", to: "2025-12-31" },
    ...(["2026-03-01", "2022-01-03", "2024-01-03"] as const),
  ],
] as const)(
  "%s is compared with what came before it, not with itself",
  (_, search, today, ...before) => {
    const now = Date.parse(`${today}T12:00:00Z`);
    const range = rangeOfSearch(search, { calendar, nowMs: now, targets: 1 });
    expect(Object.values(datesBefore(range))).toEqual(before);
  },
);

test("what a URL cannot mean is left out", () => {
  expect(
    reportSearch({
      of: "people",
      ids: "<script>",
      last: "century",
      from: "1.1.2026",
      by: "minute",
    }),
  ).toEqual({});
});
