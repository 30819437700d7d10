import { expect, test } from "vitest";
import {
  dateFormat,
  formatMoment,
  formatUntil,
  precisions,
} from "../../../../web/console/dates/format.ts";

const moment = Date.parse("2026-11-23T18:30:00Z");

test("each zone has its own clock, also when the same parts were formatted for another before", () => {
  const zones = ["UTC", "Asia/Kathmandu", "America/St_Johns", "UTC", undefined];
  const shown = zones.map((timeZone) => dateFormat(precisions.minute, timeZone).format(moment));
  const expected = zones.map((timeZone) =>
    new Intl.DateTimeFormat(undefined, { ...precisions.minute, timeZone }).format(moment),
  );
  expect(shown).toEqual(expected);
  expect(new Set(shown.slice(0, 3)).size).toBe(3);
});

test("each precision has its own format in one zone", () => {
  const shown = Object.values(precisions).map((parts) => dateFormat(parts, "UTC").format(moment));
  expect(new Set(shown).size).toBe(Object.keys(precisions).length);
});

test("a format is made once", () => {
  expect(dateFormat({ ...precisions.day }, "UTC")).toBe(dateFormat(precisions.day, "UTC"));
});

test.each([
  [90_000, "in 1 min."],
  [14_000, "in 14 sec."],
  [200, "in 1 sec."],
  [-3_000, "now"],
])("a moment that comes in %i ms is counted down, and is not now before its time", (ms, shown) => {
  expect(formatUntil(moment + ms, moment)).toBe(shown);
});

test("a log has seconds, and the day of what was before today", () => {
  const logged = (atMs: number) => formatMoment(atMs, moment, "UTC", precisions.clock);
  expect(logged(moment - 21_000)).toMatch(/^6:29:39\sPM$/);
  expect(logged(moment - 86_400_000)).toMatch(/^Nov 22, 6:30:00\sPM$/);
});
