import { expect, test } from "vitest";
import { OverviewView, TileView } from "../../../../api/private/overview.ts";
import { compareWithUsual, levelsOf } from "../../../../web/console/overview/usual.ts";

const usual = (days: number, sum: number) => ({
  ...{ id: "ctr_1", days },
  steps: [{ at: "2026-11-28T10:00:00.000Z", in: sum, out: 0 }],
});
const now = Date.parse("2026-11-28T10:30:00.000Z");

test.each([
  [50, usual(0, 0), null, "No earlier Saturday to compare with"],
  [9, usual(8, 2), null, ""],
  [0, usual(8, 9.4), null, ""],
  [12, usual(8, 0.4), null, ""],
  [102, usual(8, 100), null, "About a usual Saturday"],
  [140, usual(8, 100), "up", "40% above usual"],
  [0, usual(8, 100), "down", "100% below usual"],
  [200, usual(8, 100), "up", "2 × a usual Saturday"],
  [725, usual(8, 125), "up", "5.8 × a usual Saturday"],
  [1_234, usual(8, 100), "up", "12 × a usual Saturday"],
  [20_000, usual(8, 100), "up", "Far above a usual Saturday"],
] as const)("%i counted by now: %j", (counted, day, direction, sentence) => {
  expect(compareWithUsual(counted, day, now, "Saturday")).toEqual({ direction, sentence });
});

test("the line of a tile passes its peak between two hours, and ends at the number", () => {
  const startedAt = "2026-11-28T00:00:00.000Z";
  const day = { startedAt, endsAt: "2026-11-29T00:00:00.000Z", timeZone: "UTC" };
  const names = { kind: "counter", id: "ctr_1", name: "Hall", capacity: null, goal: null };
  const sums = { locked: false, in: 9, out: 5, lastCountAt: null };
  const peak = { peak: 9, peakAt: "2026-11-28T09:30:00.000Z" };
  const points = [{ at: "2026-11-28T09:00:00.000Z", level: 0, in: 9, out: 5 }];
  const tile = TileView.parse({ ...names, ...sums, ...peak, level: 4, points });
  const overview = OverviewView.parse({
    ...{ ...day, date: "2026-11-28", pins: [], tiles: [tile], firings: [] },
    ...{ endpoints: null, quietGates: [], quietGateCount: 0 },
  });
  const line = levelsOf(tile, overview, now);
  expect(line.slice(-3).map(([part, level]) => [24 * part, level])).toEqual([
    [9.5, 9],
    [10, 4],
    [10.5, 4],
  ]);
});
