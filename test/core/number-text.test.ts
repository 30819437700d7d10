import { expect, test } from "vitest";
import type { ZodType } from "zod";
import { AlertRule } from "../../core/alerts/alert.ts";
import { Capacity } from "../../core/groups/group.ts";
import { signedWholeNumber, wholeNumber } from "../../core/number-text.ts";

const percent = wholeNumber.pipe(AlertRule.shape.percent.unwrap());
const capacity = wholeNumber.pipe(Capacity);

test.each<[string, ZodType, string[], string[]]>([
  [
    "a whole number of either sign",
    signedWholeNumber,
    ["0", "-5", "9007199254740991"],
    ["1.5", "1e3", "0x10", " 5", "+5", "05", "", "9007199254740992", "-9007199254740992"],
  ],
  ["a percentage of an alert", percent, ["1", "100"], ["0", "101", "12.5", "-1"]],
  ["a capacity", capacity, ["0", "1000"], ["-1", "1.5"]],
])("%s has its form and its borders", (_, schema, taken, refused) => {
  expect(taken.map((text) => schema.parse(text))).toEqual(taken.map(Number));
  expect(refused.filter((text) => schema.safeParse(text).success)).toEqual([]);
});
