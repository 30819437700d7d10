import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { barChart } from "../../../bench/report/bar-chart.ts";
import { atLeast, atMost, exactly, type Figure } from "../../../bench/report/figure.ts";
import { figurePages } from "../../../bench/report/figure-pages.ts";
import { gainsFolder, storedGains } from "../../../bench/report/gain.ts";
import { type PartName, partNames } from "../../../bench/report/parts.ts";
import {
  Result,
  resultOf,
  resultsFolder,
  resultText,
  storedResults,
} from "../../../bench/report/result.ts";
import { generatedPages, storedPages, withBlocks } from "../../../bench/report/write-pages.ts";

const about = { measuredOn: "2026-02-02", node: "v24.0.0", machine: "a laptop" };
const result = (part: PartName, figures: Figure[]) => resultOf({ part, ...about }, figures);

test("the pages of figures, costs and limits are what follows from bench/results and the templates", () => {
  const [generated, stored] = [generatedPages(storedResults(), storedGains()), storedPages()];
  const files = new Set([...generated.keys(), ...stored.keys()]);
  const stale = [...files].filter((file) => generated.get(file) !== stored.get(file));
  expect(stale, "update docs/operators with: npm run docs").toEqual([]);
});

test("every part has a file of results, written as a run would write it", () => {
  const files = globSync("*.json", { cwd: resultsFolder }).sort();
  expect(files).toEqual(partNames.map((part) => `${part}.json`).sort());
  for (const file of files) {
    const text = readFileSync(join(resultsFolder, file), "utf8");
    const stored = Result.parse(JSON.parse(text));
    expect(`${stored.part}.json`).toBe(file);
    expect(resultText(stored)).toBe(text);
  }
});

test("what was compared is stored as a run would write it", () => {
  const texts = storedGains().map((gain) => [`${gain.part}.json`, resultText<unknown>(gain)]);
  const files = globSync("*.json", { cwd: gainsFolder }).sort();
  expect(texts).toEqual(files.map((file) => [file, readFileSync(join(gainsFolder, file), "utf8")]));
});

test("the page of headlines begins with what misses its target, and links to the part", () => {
  const { overview } = figurePages([
    result("taps", [
      { name: "quick", ...atMost(1.2, 1.3), unit: "×", headline: true },
      { name: "hidden", value: 3, unit: "RCU" },
    ]),
    result("gate-taps", [{ name: "slow", ...atLeast(883, 1_000), unit: "taps/s", headline: true }]),
  ]);
  expect(overview.split("\n").filter((line) => line.startsWith("| ["))).toEqual([
    "| [Many gates on one counter](performance/gate-taps.md) | slow | 883 taps/s | ≥ 1,000 taps/s **missed** |",
    "| [Taps at the same time](performance/taps.md) | quick | 1.2 × | ≤ 1.3 × |",
    expect.stringContaining("npm run bench -- taps"),
    expect.stringContaining("npm run bench -- gate-taps"),
  ]);
  expect(overview).toContain("3 figures are measured; 1 of 2 targets are missed.");
});

test("a part's page has all figures, those of one name in one row, and says where they are from", () => {
  const { pages } = figurePages([
    result("capacity", [
      { name: "get", ...exactly(1, 1), unit: "WCU", detail: "api-keys 1 WCU" },
      { name: "get", value: 2.5, unit: "RCU" },
    ]),
  ]);
  const page = pages.get("capacity.md");
  expect(page).toContain("| get | 1 WCU + 2.5 RCU (api-keys 1 WCU) | 1 WCU |");
  expect(page).toContain("measured on 2026-02-02 with Node.js v24.0.0 on a laptop");
});

test("figures that name a chart are drawn together, without what all their names say", () => {
  const chart = "Loading";
  const { pages } = figurePages([
    result("cold-load", [
      { name: "list: cold load", ...atMost(0.9, 1.3), unit: "×", chart },
      { name: "get: cold load", ...atMost(1.4, 1.3), unit: "×", chart },
      { name: "bare: cold load", value: 1.5, unit: "×", chart },
      { name: "get: bundle", value: 349, unit: "KB" },
    ]),
  ]);
  const svg = pages.get("cold-load-1.svg");
  expect(svg).toContain(
    ">list: 0.9 ×; get: 1.4 ×, missed; bare: 1.5 ×, no target. Dashed line: target 1.3 ×.</desc>",
  );
  expect(pages.has("cold-load-2.svg")).toBe(false);
  expect(pages.get("cold-load.md")).toContain("![Loading](cold-load-1.svg)");
});

test("a chart has a title and a description, and text that cannot end an element", () => {
  const bars = [{ label: "<script>&", value: 0, text: "0 ×" }];
  const svg = barChart({ title: "a < b", bars });
  expect(svg).toContain('role="img" aria-labelledby="title description"');
  expect(svg).toContain('<title id="title">a &lt; b</title>');
  expect(svg).toContain("&lt;script&gt;&amp;: 0 ×.</desc>");
  expect(svg).not.toMatch(/<script|NaN|undefined/);
});

test("a result is rounded before it is judged, and its file cannot say otherwise", () => {
  const { figures } = result("taps", [{ name: "ratio", ...atMost(1.30004, 1.3), unit: "×" }]);
  expect(figures).toEqual([expect.objectContaining({ value: 1.3, met: true })]);
  const lie = { part: "taps", ...about, figures: [{ ...figures[0], met: false }] };
  expect(() => Result.parse(lie)).toThrow("met contradicts");
  const figure = { name: "one", value: 1, unit: "taps" };
  expect(() => result("taps", [figure, figure])).toThrow("the same name and unit");
});

test("a page that has lost the place of a block is not written", () => {
  const page = "A\n<!-- Begin generated: one -->\n\nold $1\n\n<!-- End generated -->\nB\n";
  expect(withBlocks(page, { one: "new $&" })).toBe(page.replace("old $1", () => "new $&"));
  expect(() => withBlocks(page, { two: "new" })).toThrow("block two");
});
