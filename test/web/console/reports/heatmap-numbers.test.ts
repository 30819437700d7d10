import { expect, test } from "vitest";
import { formatAverage } from "../../../../web/console/reports/heatmap.tsx";

test.each([
  [56, [6.5, 0.8, 0.3, 56], ["7", "1", "<1", "56"]],
  [6.5, [6.5, 5, 0.8], ["6.5", "5.0", "0.8"]],
  [1_234, [1_234, 12.4], ["1.2K", "12"]],
])("where the most is %d, all numbers are rounded alike", (most, averages, shown) => {
  expect(averages.map((average) => formatAverage(average, most))).toEqual(shown);
});
