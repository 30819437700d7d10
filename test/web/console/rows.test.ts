import { expect, test } from "vitest";
import type { ChartView } from "../../../api/private/charts.ts";
import { flowData } from "../../../web/console/charts/plots.ts";
import {
  datesRange,
  fittingPreset,
  fittingResolution,
  presetRange,
} from "../../../web/console/charts/range.ts";
import {
  hasChange,
  isAdjusted,
  isCounted,
  levelLine,
  rowAt,
  rowsOf,
  shownSum,
  sumOf,
  withTail,
} from "../../../web/console/charts/rows.ts";

const at = (time: string) => `2026-10-${time}:00.000Z`;

function chart(differences: Partial<ChartView>): ChartView {
  return {
    ...{ resolution: "day", timeZone: "Europe/Berlin", createdAt: at("01T10:00") },
    ...{ from: at("23T22:00"), to: null },
    ...{ level: 5, endLevel: 9, points: [], now: { level: 9, lastCountAt: at("26T10:00") } },
    ...differences,
  };
}

const point = (start: string, level: number, ups: number, downs = 0) => ({
  ...{ at: at(start), level, ups, downs, adjusted: 0, late: 0, position: 1 },
});

const inWords = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ startMs, endMs, level, ups, downs }) => {
    const [from, to] = [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(8, 16));
    return `${from} ${to} +${ups} -${downs} = ${level}`;
  });

test("each interval has a row, also where nothing was counted, and a day has 25 hours in autumn", () => {
  const points = [point("24T22:00", 5, 3), point("25T23:00", 8, 2, 1)];
  const rows = rowsOf(chart({ points }), Date.parse(at("26T12:00")));
  expect(inWords(rows)).toEqual([
    "23T22:00 24T22:00 +0 -0 = 5",
    "24T22:00 25T23:00 +3 -0 = 8",
    "25T23:00 26T23:00 +2 -1 = 9",
  ]);
  expect([sumOf(rows, "ups"), sumOf(rows, "downs")]).toEqual([5n, 1n]);
});

test("intervals of an earlier time zone keep their bounds", () => {
  const points = [point("24T00:00", 5, 1), point("25T00:00", 6, 1), point("25T23:00", 7, 2)];
  const rows = rowsOf(chart({ points }), Date.parse(at("26T12:00")));
  expect(inWords(rows)).toEqual([
    "23T22:00 24T00:00 +0 -0 = 5",
    "24T00:00 25T00:00 +1 -0 = 6",
    "25T00:00 25T23:00 +1 -0 = 7",
    "25T23:00 26T23:00 +2 -0 = 9",
  ]);
});

test("a chart that ends earlier has no rows after its end, and none of the future", () => {
  const ended = chart({ to: at("25T23:00"), endLevel: 5 });
  expect(rowsOf(ended, Date.parse(at("30T00:00")))).toHaveLength(2);
  const now = Date.parse(at("24T12:00"));
  const early = { level: 5, lastCountAt: at("22T10:00") };
  expect(rowsOf(chart({ to: at("31T00:00"), endLevel: 5, now: early }), now)).toHaveLength(1);
});

test("a chart up to now begins with the day on which the counter was made", () => {
  const range = { resolution: "hour", from: at("01T22:00"), createdAt: at("26T11:20") } as const;
  const [first] = rowsOf(chart(range), Date.parse(at("26T12:30")));
  expect(first?.startMs).toBe(Date.parse(at("25T23:00")));
  const asked = rowsOf(chart({ ...range, to: at("03T22:00") }), Date.parse(at("26T12:30")));
  expect(asked[0]?.startMs).toBe(Date.parse(range.from));
});

test("by the hour, the running hour's level ends now and is not that of its start", () => {
  const hour = { resolution: "hour", from: at("26T09:00"), level: 900, endLevel: 1_121 } as const;
  const now = { level: 1_121, lastCountAt: at("26T10:40") };
  const live = chart({ ...hour, now, points: [point("26T10:00", 900, 221)] });
  const rows = rowsOf(live, Date.parse(at("26T10:42")));
  const line = levelLine(live, rows).map(([ms, level]) => [
    new Date(ms).toISOString().slice(11, 16),
    level,
  ]);
  expect(line).toEqual([
    ["09:00", 900],
    ["10:00", 900],
    ["10:40", 1_121],
    ["10:42", 1_121],
  ]);
  // The bar of what was counted is that of its hour.
  expect(rows.at(-1)?.endMs).toBe(Date.parse(at("26T11:00")));
  expect(rowAt(rows, Date.parse(at("26T10:50")))).toBe(rows.at(-1));
  expect(rowAt(rows, undefined)).toBeUndefined();
});

test("the end of a live chart replaces what was there, and the beginning moves on", () => {
  const points = [point("23T22:00", 5, 1), point("24T22:00", 6, 3)];
  const tail = chart({
    ...{ from: at("24T22:00"), level: 6, endLevel: 20 },
    points: [point("24T22:00", 6, 4), point("25T23:00", 10, 10)],
  });
  const joined = withTail(chart({ points }), tail, Date.parse(at("24T05:00")));
  expect(joined).toMatchObject({ from: at("23T22:00"), level: 5, endLevel: 20 });
  expect(joined.points.map(({ ups }) => ups)).toEqual([1, 4, 10]);
  const later = withTail(joined, undefined, Date.parse(at("25T00:00")));
  expect(later).toMatchObject({ from: at("24T22:00"), level: 6, endLevel: 20 });
  expect(later.points.map(({ ups }) => ups)).toEqual([4, 10]);
  const idle = withTail(chart({ points: [], endLevel: 5 }), undefined, Date.parse(at("29T00:00")));
  expect(idle).toMatchObject({ level: 5, points: [] });
});

test("where only undos fall a chart shows nothing counted, and the sum stays exact", () => {
  const points = [point("24T22:00", 5, 3), { ...point("25T23:00", 8, -1, -2), adjusted: -4 }];
  const rows = rowsOf(chart({ points, endLevel: 5 }), Date.parse(at("26T12:00")));
  const undone = rows.slice(-1);
  expect(undone).toMatchObject([{ level: 5, ups: -1, downs: -2, adjusted: -4 }]);
  expect([shownSum(undone, "ups"), shownSum(undone, "downs")]).toEqual([0n, 0n]);
  expect(flowData(undone).slice(1)).toEqual([[0], [-0]]);
  expect(undone.map(isCounted)).toEqual([false]);
  expect(undone.map(hasChange)).toEqual([true]);
  // Over more intervals, the undo is taken from what it undoes.
  expect([sumOf(rows, "ups"), shownSum(rows, "ups")]).toEqual([2n, 2n]);
  expect(rows.map(isAdjusted)).toEqual([false, false, true]);
});

test("a service of an older version knows no adjustments", () => {
  const { adjusted: _, ...old } = point("25T23:00", 8, 2);
  const points = [old] as ChartView["points"];
  const rows = rowsOf(chart({ points }), Date.parse(at("26T12:00")));
  expect(sumOf(rows, "adjusted")).toBe(0n);
});

test("dates are days of the organization's calendar", () => {
  expect(datesRange("2026-10-25", "2026-10-25", { timeZone: "Europe/Berlin" })).toEqual({
    ...{ kind: "fixed", fromMs: Date.parse(at("24T22:00")), toMs: Date.parse(at("25T23:00")) },
  });
  expect(datesRange("2026-10-01", "2026-10-02", { timeZone: "Pacific/Auckland" })).toMatchObject({
    fromMs: Date.parse("2026-09-30T11:00:00Z"),
    toMs: Date.parse("2026-10-02T11:00:00Z"),
  });
});

test.each([
  ["hour", "minute"],
  ["day", "hour"],
  ["week", "hour"],
  ["month", "day"],
  ["year", "day"],
] as const)("the last %s is shown by the %s", (name, resolution) => {
  expect(fittingResolution(presetRange(name))).toBe(resolution);
});

test.each([
  [null, "day"],
  [at("26T10:00"), "day"],
  [at("24T10:00"), "week"],
  [at("01T10:00"), "month"],
  ["2026-03-01T10:00:00.000Z", "year"],
  ["2020-03-01T10:00:00.000Z", "year"],
] as const)("what was last counted at %s is first shown as the last %s", (lastCountAt, name) => {
  expect(fittingPreset(lastCountAt, Date.parse(at("26T12:00")))).toBe(name);
});
