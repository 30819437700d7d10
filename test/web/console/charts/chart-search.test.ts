import { expect, test } from "vitest";
import {
  type ChartSearch,
  searchOf,
  viewOf,
  viewOfSearch,
} from "../../../../web/console/charts/chart-search.ts";
import { formatWhole } from "../../../../web/console/charts/format-whole.ts";
import {
  datesOf,
  datesRange,
  presetRange,
  zoomedRange,
} from "../../../../web/console/charts/range.ts";

const start = Date.parse("2026-11-22T10:00:00.000Z");

test.each([
  viewOf(presetRange("day")),
  viewOf(presetRange("year")),
  viewOf(zoomedRange(start, start + 3_600_000)),
  viewOf(datesRange("2026-11-01", "2026-11-22", { timeZone: "Asia/Kathmandu" })),
  { range: presetRange("week"), resolution: "day" as const },
])("%o comes back from its URL", (view) => {
  expect(viewOfSearch(searchOf(view))).toEqual(view);
});

test("a chosen day stands in the URL, where another range is shown at first", () => {
  const day = viewOf(presetRange("day"));
  expect(viewOfSearch({}, "week")).toEqual(viewOf(presetRange("week")));
  expect(viewOfSearch(searchOf(day), "week")).toEqual(day);
});

test.each<ChartSearch>([
  {},
  { last: "century" },
  { since: "yesterday", until: "today" },
  { since: "2026-11-22T10:00:00.000Z" },
  { since: "2026-11-22T10:00:00.000Z", until: "2026-11-21T10:00:00.000Z" },
  { since: "0001-01-01T00:00:00.000Z", until: "2026-11-21T10:00:00.000Z" },
  { since: "0050-01-01T00:00:00.000Z", until: "0050-02-01T00:00:00.000Z" },
  { since: "+012026-01-01T00:00:00.000Z", until: "+012026-01-02T00:00:00.000Z" },
  { by: "second" },
])("%o names nothing that can be shown: the last day is", (search) => {
  expect(viewOfSearch(search)).toEqual(viewOf(presetRange("day")));
});

test("a resolution with too many intervals is left out", () => {
  expect(viewOfSearch({ last: "year", by: "minute" })).toEqual(viewOf(presetRange("year")));
});

test("whole days of the organization are shown as days, and anything else as none", () => {
  const midnight = { timeZone: "Europe/Berlin" };
  const atFour = { ...midnight, dayStarts: [{ from: "2026-10-01", at: "04:00" }] };
  for (const calendar of [midnight, atFour]) {
    const days = datesRange("2026-10-24", "2026-10-25", calendar);
    expect(datesOf(days, calendar)).toEqual(["2026-10-24", "2026-10-25"]);
    expect(datesOf(days, { timeZone: "UTC" })).toEqual([null, null]);
  }
  const days = datesRange("2026-10-24", "2026-10-25", atFour);
  expect(datesOf(days, midnight)).toEqual([null, null]);
  expect(formatWhole(days, atFour)).toBe(
    formatWhole(datesRange("2026-10-24", "2026-10-25", midnight), midnight),
  );
  expect(datesOf(presetRange("day"), midnight)).toEqual([null, null]);
});
