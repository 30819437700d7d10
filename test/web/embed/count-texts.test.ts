import { expect, test } from "vitest";
import { widthInDigits } from "../../../core/embeds/format-count.ts";
import { embedBadge } from "../../../web/embed/badge-html.ts";
import { CountTexts, ofWidth } from "../../../web/embed/count-texts.ts";
import { english, languageOf } from "../../../web/embed/language.ts";

const texts = new CountTexts(english);

test.each([
  [0, "0", 3],
  [42, "42", 3],
  [1284, "1,284", 5],
  [-1284, "-1,284", 6],
  [1_234_567, "1,234,567", 8],
  [Number.MAX_SAFE_INTEGER, "9,007,199,254,740,991", 19],
  [Number.MIN_SAFE_INTEGER, "-9,007,199,254,740,991", 20],
])("%d is written %s and is %d digits wide", (value, text, width) => {
  expect(texts.number(value)).toBe(text);
  expect(widthInDigits(text)).toBe(width);
});

test.each<[number, number | null, number | undefined, string, string | undefined]>([
  [10, null, undefined, "", undefined],
  [0, 200, 0, "of 200", ""],
  [199, 200, 99, "of 200", ""],
  [200, 200, 100, "of 200", "Goal reached"],
  [1_999, 2_000, 99, "of 2,000", ""],
  [5_000, 200, 100, "of 200", "Goal reached"],
  [-5, 200, 0, "of 200", ""],
  [-20, -40, 50, "of -40", ""],
  [6, 12.5, 48, "of 12.5", ""],
  [7, 0, 0, "", "Goal 0"],
])("%d with a goal of %d is %s percent, %j, and %j", (count, goalTarget, percent, of, word) => {
  const counter = { name: "Gate", count, goalTarget, updatedAt: "" };
  const progress = texts.progress(counter);
  expect([progress?.percent, texts.of(counter), progress?.word]).toEqual([percent, of, word]);
});

test.each([
  ["1,847", "", "none"],
  ["1,847", "of 2,000", "3"],
  ["7", "of 9", "2"],
  ["1,234,567", "of 2,000,000", "4"],
  ["123,456,789", "of 200,000,000", "line"],
  ["9", "of 1,000,000,000,000", "line"],
])("behind %s, %j is as wide as %s", (number, of, width) => {
  expect(ofWidth(number, of)).toBe(width);
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
  expect(texts.ago(elapsedMs)).toBe(text);
});

test.each<[number, number, number, string, string]>([
  [0, 500, 0, "room", ""],
  [449, 500, 89, "room", ""],
  [450, 500, 90, "almost", ""],
  [499, 500, 99, "almost", ""],
  [500, 500, 100, "full", "Full"],
  [1_200, 1_000, 100, "full", "Full"],
  [-3, 500, 0, "room", ""],
  [0, 0, 100, "full", "Full"],
  [-1, 0, 0, "room", ""],
])("%d of a capacity of %d is %d percent: %s, %j", (count, capacity, percent, level, word) => {
  const group = { name: "Hall", count, goalTarget: null, capacity, updatedAt: "" };
  expect(texts.progress(group)).toEqual({ percent, level, word });
});

test.each([
  ["de", "1.284"],
  ["ar-EG", "١٬٢٨٤"],
  ["xx-klingon-and-more", "1,284"],
  ["not a tag", "1,284"],
  ["", "1,284"],
  ["en".padEnd(100, "-x"), "1,284"],
])("in the language %s a number is %s", (tag, text) => {
  expect(new CountTexts(languageOf(tag)).number(1_284)).toBe(text);
});

test.each([
  [undefined, "1,284 of 2,000"],
  ["de", "1.284 von 2.000"],
])("in the language %s a badge says %s", (language, text) => {
  const count = { name: "Hall", count: 1_284, goalTarget: null, capacity: 2_000, updatedAt: "" };
  expect(embedBadge({ ...count, ...(language && { language }) })).toMatchObject({ text });
});
