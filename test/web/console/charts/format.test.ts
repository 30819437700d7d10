import { expect, test } from "vitest";
import {
  axisLabels,
  formatShare,
  formatSigned,
  shownChange,
} from "../../../../web/console/charts/format.ts";

test("a change has one sign: an arrow or a plus or minus, and none where it is shown as 0", () => {
  expect([0.124, -0.5, 0.004, -0.004, 0].map(shownChange)).toEqual([
    { direction: "up", text: "12%", words: "more" },
    { direction: "down", text: "50%", words: "less" },
    ...Array(3).fill({ direction: null, text: "0%", words: "" }),
  ]);
  expect([formatShare(-0.5), formatShare(-0.004), formatSigned(-3)]).toEqual([
    ...["\u221250%", "0%", "\u22123"],
  ]);
});

const noon = Date.UTC(2026, 10, 22, 12) / 1_000;

test.each([
  [10, 6],
  [60, 6],
  [86_400, 6],
])("labels that are %i seconds apart differ from one another", (step, count) => {
  const seconds = Array.from({ length: count }, (_, index) => noon + index * step);
  expect(new Set(axisLabels(seconds, step, "UTC")).size).toBe(count);
});

test("the date stands under the first time of a day only", () => {
  const labels = axisLabels([noon, noon + 3_600, noon + 86_400], 3_600, "UTC");
  expect(labels.map((label) => label.split("\n").length)).toEqual([2, 1, 2]);
});
