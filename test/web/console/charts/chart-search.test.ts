import { expect, test } from "vitest";
import {
  type ChartSearch,
  searchOf,
  viewOf,
  viewOfSearch,
} from "../../../../web/console/charts/chart-search.ts";
import {
  dateOf,
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
  viewOf(datesRange("2026-11-01", "2026-11-22", "Asia/Kathmandu")),
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
  { by: "second" },
])("%o names nothing that can be shown: the last day is", (search) => {
  expect(viewOfSearch(search)).toEqual(viewOf(presetRange("day")));
});

test("a resolution with too many intervals is left out", () => {
  expect(viewOfSearch({ last: "year", by: "minute" })).toEqual(viewOf(presetRange("year")));
});

test("whole days of the zone are shown as days, and anything else as none", () => {
  const days = datesRange("2026-10-24", "2026-10-25", "Europe/Berlin");
  expect(datesOf(days, "Europe/Berlin")).toEqual(["2026-10-24", "2026-10-25"]);
  expect(datesOf(days, "UTC")).toEqual([null, null]);
  expect(datesOf(presetRange("day"), "UTC")).toEqual([null, null]);
  expect(dateOf(Date.parse("2026-11-22T23:30:00Z"), "Asia/Kathmandu")).toBe("2026-11-23");
});
