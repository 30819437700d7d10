// @module-tag all
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atMost, exactly } from "../../../bench/report/figure.ts";
import { partNames } from "../../../bench/report/parts.ts";
import { Result, resultsFile, resultsText, storedResults } from "../../../bench/report/results.ts";
import { figureRows } from "../../../bench/report/table.ts";
import { generatedBlocks, pagesFolder, withBlocks } from "../../../bench/report/write-pages.ts";

test("the pages of figures and costs are what follows from bench/results.json", () => {
  const stale = Object.entries(generatedBlocks(storedResults())).filter(([page, blocks]) => {
    const text = readFileSync(join(pagesFolder, page), "utf8");
    return withBlocks(text, blocks) !== text;
  });
  expect(
    stale.map(([page]) => page),
    "update docs/operators with: npm run docs",
  ).toEqual([]);
});

test("every part has results, written as a run would write them", () => {
  const results = storedResults();
  expect(new Set(results.map(({ part }) => part))).toEqual(new Set(partNames));
  expect(resultsText(results)).toBe(readFileSync(resultsFile, "utf8"));
});

test("figures of one name are one row, which says what misses its target", () => {
  const rows = figureRows([
    { name: "get", ...exactly(1, 1), unit: "WCU", detail: "api-keys 1 WCU" },
    { name: "get", value: 2.5, unit: "RCU" },
    { name: "slow", ...atMost(1.4, 1.3), unit: "×" },
  ]);
  expect(rows.map(({ name, measured, target }) => [name, measured, target])).toEqual([
    ["get", "1 WCU + 2.5 RCU (api-keys 1 WCU)", "1 WCU"],
    ["slow", "1.4 ×", "≤ 1.3 × **missed**"],
  ]);
});

test("a part has no two figures of a name and unit", () => {
  const figure = { name: "one", value: 1, unit: "taps" };
  const about = { part: "taps", measuredOn: "2026-02-02", node: "v24.0.0", machine: "a laptop" };
  expect(() => Result.parse({ ...about, figures: [figure, figure] })).toThrow("the same name");
});

test("a page that has lost the place of a block is not written", () => {
  const page = "A\n<!-- Begin generated: one -->\n\nold $1\n\n<!-- End generated -->\nB\n";
  expect(withBlocks(page, { one: "new $&" })).toBe(page.replace("old $1", () => "new $&"));
  expect(() => withBlocks(page, { two: "new" })).toThrow("block two");
});
