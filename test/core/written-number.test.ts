import { expect, test } from "vitest";
import { readingsOf } from "../../core/written-number.ts";

const readings = (written: string) =>
  readingsOf(written).map(({ decimal, number }) => `${number} with ${decimal}`);

const thousands = [
  "1000",
  "1'000",
  "1’000",
  "1 000",
  "1\u00a0000",
  "1\u202f000",
  "１０００",
  "١٬٠٠٠",
];

test.each([
  ...thousands.map((written) => ({ written, number: "1000" })),
  { written: "-5", number: "-5" },
  { written: "−5", number: "-5" },
  { written: "+5", number: "5" },
  { written: "-0", number: "0" },
  { written: "12٫5", number: "12.5" },
])("$written is $number, whatever the decimal sign", ({ written, number }) => {
  expect(readings(written)).toEqual([`${number} with .`, `${number} with ,`]);
});

test.each([
  ["12.5", "12.5 with ."],
  ["12,5", "12.5 with ,"],
  ["0.500", "0.5 with ."],
  ["1.0000", "1 with ."],
  ["1234,567", "1234.567 with ,"],
  ["1,234,567", "1234567 with ."],
  ["1.234.567,50", "1234567.5 with ,"],
  ["1'000.25", "1000.25 with ."],
  ["12,34,567", "1234567 with ."],
])("%j can only be %s", (written, reading) => {
  expect(readings(written)).toEqual([reading]);
});

test.each([
  ["1.000", ["1 with .", "1000 with ,"]],
  ["12,500", ["12500 with .", "12.5 with ,"]],
  ["-1.500", ["-1.5 with .", "-1500 with ,"]],
])("%j can be two numbers", (written, both) => {
  expect(readings(written)).toEqual(both);
});

test.each([
  "",
  " ",
  "05",
  "5.",
  ".5",
  "1e3",
  "12 5",
  "1.23.456",
  "1,000 000",
  "5²",
  "0x10",
  "12.5.26",
])("%j is no number", (written) => {
  expect(readings(written)).toEqual([]);
});
