import { expect, test } from "vitest";
import {
  type InvalidReport,
  type ReportRange,
  validateReport,
} from "../../../core/reports/report-range.ts";

const january: ReportRange = { from: "2026-01-01", to: "2026-01-31", by: "day", heatmap: false };
const nowMs = Date.parse("2026-02-01T12:00:00Z");

test.each<[string, Partial<ReportRange>, number, InvalidReport | undefined]>([
  ["31 days of 25", {}, 25, undefined],
  ["one day", { to: "2026-01-01" }, 1, undefined],
  ["the end first", { from: "2026-02-01" }, 1, "ends_before_begin"],
  ["tomorrow", { from: "2026-02-02", to: "2026-02-02" }, 1, "in_future"],
  ["62 days by the hour", { to: "2026-03-03", by: "hour" }, 1, undefined],
  ["63 days by the hour", { to: "2026-03-04", by: "hour" }, 1, "too_many_hours"],
  ["four years", { from: "2022-02-01" }, 1, undefined],
  ["four years and a day", { from: "2022-01-31" }, 1, "too_many_days"],
  ["a year of heat", { from: "2025-01-31", heatmap: true }, 1, undefined],
  ["a year and a day of heat", { from: "2025-01-30", heatmap: true }, 1, "heatmap_too_long"],
  ["a year of heat of two", { from: "2025-02-01", heatmap: true }, 2, undefined],
  ["a year of heat of three", { from: "2025-02-01", heatmap: true }, 3, "too_many_targets"],
])("a report on %s", (_, change, targets, invalid) => {
  const surroundings = { calendar: { timeZone: "UTC" }, nowMs, targets };
  expect(validateReport({ ...january, ...change }, surroundings)).toBe(invalid);
});
