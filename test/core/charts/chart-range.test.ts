import { expect, test } from "vitest";
import { type ChartRange, validateRange } from "../../../core/charts/chart.ts";

const nowMs = Date.parse("2026-01-10T12:00:00Z");
const hours = (from: string, to?: string): ChartRange => ({
  ...{ resolution: "minute", from: `2026-01-${from}:00:00Z` },
  ...(to !== undefined && { to: `2026-01-${to}:00:00Z` }),
});

test.each<[string, ChartRange, ReturnType<typeof validateRange>]>([
  ["the last day, until now", hours("09T12"), undefined],
  ["a day by the minute", hours("01T00", "02T00"), undefined],
  ["25 hours by the minute", hours("01T00", "02T01"), "too_long"],
  ["25 hours by the hour", { ...hours("01T00", "02T01"), resolution: "hour" }, undefined],
  ["no time", hours("01T00", "01T00"), "ends_before_begin"],
  ["an end before the beginning", hours("02T00", "01T00"), "ends_before_begin"],
  ["what begins in an hour", hours("10T13"), "in_future"],
])("a chart of %s", (_, range, invalid) => {
  expect(validateRange(range, nowMs)).toBe(invalid);
});
