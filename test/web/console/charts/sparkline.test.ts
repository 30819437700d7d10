import { expect, test } from "vitest";
import { axisStart } from "../../../../web/console/charts/sparkline.tsx";

test.each([
  ["at zero", 12, 40, 0],
  ["below zero, where a level is", -3, 40, -3],
  ["at the lowest level, where the day hardly changes a high one", 1_740, 1_778, 1_740],
])("the line of a day begins %s", (_, low, high, start) => {
  expect(axisStart(low, high)).toBe(start);
});
