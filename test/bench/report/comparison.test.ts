import { describe, expect, test } from "vitest";
import { comparisonTable, differ, overRounds } from "../../../bench/report/comparison.ts";
import { exactly, type Figure } from "../../../bench/report/figure.ts";

/** A figure as its rounds measured it. */
function measured(values: number[], others: Partial<Figure> = {}): Figure {
  const rounds = values.map((value) => [{ name: "a figure", unit: "ms", ...others, value }]);
  const [figure] = overRounds(rounds);
  if (figure === undefined) throw new Error("no rounds");
  return figure;
}

test.each([
  ["times whose rounds are all slower", [10, 11, 12], [15, 16, 17], true],
  ["a count that one round each has", [4], [5], true],
  ["a cost that was nothing", [0, 0, 0], [1, 1, 1], true],
  ["one round as good as one before", [10, 11, 16], [15, 16, 17], false],
  ["rounds that agreed, and are a little slower", [100, 100, 100], [104, 104, 104], false],
  ["what is the same", [4, 4, 4], [4, 4, 4], false],
])("%s: beyond noise is %4$s", (_, before, after, isChanged) => {
  expect(differ(measured(before), measured(after))).toBe(isChanged);
  expect(differ(measured(after), measured(before))).toBe(isChanged);
});

test("what changed stands first, and what only one has is left out", () => {
  const figure = (name: string, value: number) => ({ name, value, unit: "ms" });
  const before = [figure("same", 4), figure("slower", 10), figure("gone", 1)];
  const after = [figure("same", 4), figure("slower", 21), figure("new", 1)];
  const [, , ...rows] = comparisonTable(before, after)?.split("\n") ?? [];
  expect(rows.map((row) => row.split("|").map((cell) => cell.trim()))).toEqual([
    ["", "slower", "10 ms", "21 ms", "2.10", "changed", ""],
    ["", "same", "4 ms", "4 ms", "1.00", "within noise", ""],
  ]);
  expect(comparisonTable(before, [figure("new", 1)])).toBeUndefined();
});

describe("of several rounds", () => {
  test("a figure has the median, the values, and the detail of the round nearest to it", () => {
    const round = (value: number) => [{ name: "tap", unit: "ms", value, detail: `${value} once` }];
    expect(overRounds([round(10), round(30), round(11)])).toEqual([
      { name: "tap", unit: "ms", value: 11, rounds: [10, 30, 11], detail: "11 once" },
    ]);
  });

  test("the worst counts where the target is exact", () => {
    expect(measured([0, 4, 0], exactly(0, 0))).toMatchObject({ value: 4 });
  });

  test("a single one is what it was", () => {
    const figures: Figure[] = [{ name: "tap", value: 4, unit: "WCU" }];
    expect(overRounds([figures])).toEqual(figures);
  });
});
