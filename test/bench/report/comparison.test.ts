import { describe, expect, test } from "vitest";
import { compareResults, pairsOf, verdictOf } from "../../../bench/report/comparison.ts";
import { atMost, exactly, type Figure } from "../../../bench/report/figure.ts";
import { figurePages } from "../../../bench/report/figure-pages.ts";
import { gainOf } from "../../../bench/report/gain.ts";
import { resultOf, storedResults } from "../../../bench/report/result.ts";
import { overRounds } from "../../../bench/report/rounds.ts";
import { comparabilityOf } from "../../../bench/report/units.ts";

const about = { part: "taps", measuredOn: "2026-02-02", node: "v24.0.0", machine: "a laptop" };
const result = (figures: Figure[], machine = about.machine) =>
  resultOf({ ...about, part: "taps", machine }, figures);

/** A figure as its rounds measured it. */
function measured(unit: string, values: number[], others: Partial<Figure> = {}): Figure {
  const rounds = values.map((value) => [{ name: "a figure", unit, ...others, value }]);
  const [figure] = overRounds(rounds);
  if (figure === undefined) throw new Error("no rounds");
  return figure;
}

function verdict(before: Figure, after: Figure, sameMachine = true) {
  return pairsOf([before], [after]).map((pair) => verdictOf(pair, sameMachine))[0];
}

describe("a figure is worse", () => {
  test.each([
    ["a time whose rounds are all slower", "ms", [10, 11, 12], [15, 16, 17]],
    ["a rate whose rounds are all lower", "taps/s", [900, 950, 990], [600, 650, 700]],
    ["a count that one round each has", "WCU", [4], [5]],
    ["a cost that was nothing", "RCU", [0, 0, 0], [1, 1, 1]],
  ])("%s", (_, unit, before, after) => {
    expect(verdict(measured(unit, before), measured(unit, after))).toBe("worse");
    expect(verdict(measured(unit, after), measured(unit, before))).toBe("better");
  });

  test("if a single round misses what must be exact", () => {
    const lost = (values: number[]) => measured("events", values, exactly(0, 0));
    expect(verdict(lost([0, 0, 0]), lost([0, 2, 0]))).toBe("worse");
    expect(verdict(lost([3, 0, 0]), lost([0, 2, 0]))).toBe("better");
  });

  test("by its target, where its unit says something else", () => {
    const rate = (value: number) => measured("RCU/s", [value, value], atMost(value, 2_000));
    expect(verdict(rate(700), rate(1_500))).toBe("worse");
  });
});

describe("a figure is within its noise", () => {
  test.each([
    ["as long as one round is as good as one before", "ms", [10, 11, 16], [15, 16, 17]],
    ["when rounds that agreed are a little slower", "ms", [10, 10, 10], [10.5, 10.5, 10.5]],
    ["when one was measured once, and is not half as good", "taps/s", [900], [500, 510, 520]],
    ["when it is the same", "WCU", [4, 4, 4], [4, 4, 4]],
  ])("%s", (_, unit, before, after) => {
    expect(verdict(measured(unit, before), measured(unit, after))).toBe("within noise");
  });
});

test("amounts are not judged, nor are units that nobody has a line for", () => {
  expect(verdict(measured("messages", [10]), measured("messages", [1]))).toBe("not judged");
  expect(verdict(measured("furlongs", [10]), measured("furlongs", [99]))).toBe("not judged");
});

test("of another machine's results only times and rates are not compared", () => {
  for (const unit of ["ms", "s", "taps/s", "GB-seconds"]) {
    expect(verdict(measured(unit, [10]), measured(unit, [99]), false)).toBe("other machine");
  }
  expect(verdict(measured("×", [1.1]), measured("×", [1.9]), false)).toBe("worse");
});

test("every unit of the stored results has a line that says how it is compared", () => {
  const figures = storedResults().flatMap((one) => one.figures);
  const unknown = figures.filter((figure) => comparabilityOf(figure) === undefined);
  expect([...new Set(unknown.map(({ unit }) => unit))]).toEqual([]);
});

test("a planted regression stands first, and counts", () => {
  const figures = (tapMs: number): Figure[] => [
    { name: "tap", value: 4, unit: "WCU" },
    { name: "tap", value: tapMs, unit: "ms" },
  ];
  const { worse, text } = compareResults(
    result([...figures(10), { name: "gone", value: 1, unit: "ms" }]),
    result([...figures(21), { name: "new", value: 1, unit: "ms" }]),
  );
  expect(worse).toMatchObject([{ name: "tap", unit: "ms" }]);
  expect(text).toMatch(/Verdict +\|\n.*\n\| tap +\| 10 ms +\| 21 ms +\| 2.10 +\| worse/);
  expect(text).toContain("No longer measured: gone, in ms");
  expect(text).toContain("Not in the results: new, in ms");
  expect(text).toContain("1 of 2 figures got worse by more than their noise.");
});

test("results of another machine say so", () => {
  const figures: Figure[] = [{ name: "tap", value: 10, unit: "ms" }];
  const { worse, text } = compareResults(result(figures, "a mainframe"), result(figures));
  expect(worse).toEqual([]);
  expect(text).toContain("Times are not compared: the results are of a mainframe.");
});

describe("of several rounds", () => {
  test("a figure has the median, the values, and the detail of the round nearest to it", () => {
    const round = (value: number) => [{ name: "tap", unit: "ms", value, detail: `${value} once` }];
    expect(overRounds([round(10), round(30), round(11)])).toEqual([
      { name: "tap", unit: "ms", value: 11, rounds: [10, 30, 11], detail: "11 once" },
    ]);
  });

  test("the worst counts where the target is exact", () => {
    expect(measured("events", [0, 4, 0], exactly(0, 0))).toMatchObject({ value: 4 });
  });

  test("a single one is what it was", () => {
    const figures: Figure[] = [{ name: "tap", value: 4, unit: "WCU" }];
    expect(overRounds([figures])).toEqual(figures);
  });
});

test("a part's page shows what changed by more than its noise, with both commits", () => {
  const [before, after] = [measured("ms", [10, 11, 12]), measured("ms", [5, 5.5, 6])];
  const pairs = pairsOf(
    [before, { name: "same", value: 1, unit: "WCU" }],
    [after, { name: "same", value: 1, unit: "WCU" }],
  );
  const gain = gainOf({ ...about, part: "taps", commit: "b2", commitBefore: "a1" }, pairs);
  const { overview, pages } = figurePages([result([after])], [gain]);
  expect(pages.get("taps.md")).toContain("Before (commit a1) and after (commit b2), by turns");
  expect(pages.get("taps.md")).toContain(
    "| a figure | 11 ms (10 to 12) | 5.5 ms (5 to 6) | 0.50 | better |",
  );
  expect(pages.get("taps.md")).toContain("1 other figures differ by no more than their noise");
  expect(overview).toContain("[2026-02-02](performance/taps.md#before-and-after)");
});
