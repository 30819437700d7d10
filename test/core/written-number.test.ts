import { expect, test } from "vitest";
import { numberAsShown, readingsOf } from "../../core/written-number.ts";

const readings = (written: string) =>
  readingsOf(written).map(({ decimal, number }) => `${number} with ${decimal}`);

const thousands = "1000 1'000 1’000 1\u{a0}000 1\u{202f}000 １０００ ١٬٠٠٠"
  .split(" ")
  .concat("1 000");

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
  ...["", " ", "05", "5.", ".5", "1e3", "12 5", "1.23.456", "1,000 000", "5²", "0x10", "12.5.26"],
])("%j is no number", (written) => {
  expect(readings(written)).toEqual([]);
});

test.each([
  ["de", true, "1.805", 1805],
  ["de", true, "1805", 1805],
  ["de", true, "1,5", "Write a number such as 1.250."],
  ["de", true, "1,805", "Is it 1.805? Write it so."],
  ["de", false, "1,5", 1.5],
  ["de", false, "1.5", "Is it 1,5? Write it so."],
  ["de", false, "1.805", 1805],
  ["en", true, "1,805", 1805],
  ["en", true, "1.805", "Is it 1,805? Write it so."],
  ["en", false, "1,5", "Is it 1.5? Write it so."],
  ["en", false, "-12.5", -12.5],
  ["en", true, "ten", "Write a number such as 1,250."],
  ["fr", true, "1\u202f805", 1805],
  ["de-CH", true, "1\u2019805", 1805],
  ["ar-EG", true, "\u0661\u066c\u0668\u0660\u0665", 1805],
])("a page in %s, whole: %s, takes %j for %j", (locale, isWhole, written, meant) => {
  const read = numberAsShown(written, { ...pageIn(locale), isWhole });
  expect("number" in read ? read.number : read.refused).toBe(meant);
});

test("what a page shows, it reads", () => {
  for (const locale of "en en-IN de de-AT de-CH fr es pt-BR nl ja ar-EG".split(" ")) {
    const style = pageIn(locale);
    const { show } = style;
    for (const number of [0, -5, 999, 1_000, -1_805, 12_345_678, 9_007_199_254_740_991]) {
      const read = numberAsShown(show(number), { ...style, isWhole: true });
      expect([locale, show(number), read]).toEqual([locale, show(number), { number }]);
    }
    for (const number of [0.5, -1_234.25, 12_345_678.125]) {
      const read = numberAsShown(show(number), { ...style, isWhole: false });
      expect([locale, show(number), read]).toEqual([locale, show(number), { number }]);
    }
  }
});

function pageIn(locale: string) {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 12 });
  const show = (number: number) => format.format(number);
  return { decimal: show(1.5).includes(",") ? "," : ".", show } as const;
}
