import { expect, test } from "vitest";
import { axisLabels } from "../../../../web/console/charts/format.ts";

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
