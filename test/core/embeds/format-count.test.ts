import { expect, test } from "vitest";
import {
  agoText,
  numberText,
  progressOf,
  widthInDigits,
} from "../../../core/embeds/format-count.ts";

test.each([
  [0, "0", 3],
  [42, "42", 3],
  [1284, "1,284", 5],
  [-1284, "-1,284", 6],
  [1_234_567, "1,234,567", 8],
  [Number.MAX_SAFE_INTEGER, "9,007,199,254,740,991", 19],
  [Number.MIN_SAFE_INTEGER, "-9,007,199,254,740,991", 20],
])("%d is written %s and is %d digits wide", (value, text, width) => {
  expect(numberText(value)).toBe(text);
  expect(widthInDigits(text)).toBe(width);
});

test.each<[number, number | null, number | undefined, string | undefined]>([
  [10, null, undefined, undefined],
  [0, 200, 0, "0% of 200"],
  [199, 200, 99, "99% of 200"],
  [200, 200, 100, "Goal 200 reached"],
  [1_999, 2_000, 99, "99% of 2,000"],
  [5_000, 200, 100, "Goal 200 reached"],
  [-5, 200, 0, "0% of 200"],
  [-20, -40, 50, "50% of -40"],
  [6, 12.5, 48, "48% of 12.5"],
  [7, 0, 0, "Goal 0"],
])("%d of a goal of %d is %s percent: %s", (count, goalTarget, percent, text) => {
  const progress = progressOf({ name: "Gate", count, goalTarget, updatedAt: "" });
  expect([progress?.percent, progress?.text]).toEqual([percent, text]);
});

test.each([
  [0, "just now"],
  [4_999, "just now"],
  [5_000, "5 s ago"],
  [59_999, "59 s ago"],
  [60_000, "1 min ago"],
  [3_600_000, "1 h ago"],
  [86_399_000, "23 h ago"],
  [86_400_000, "1 day ago"],
  [86_400_000 * 1_200, "1,200 days ago"],
])("%d ms ago is %s", (elapsedMs, text) => {
  expect(agoText(elapsedMs)).toBe(text);
});
