import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { csvLine } from "../../../web/browser/csv-line.ts";

test.each([
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("https://evil.example","x")', `'=HYPERLINK("https://evil.example","x")`],
  ["+49", "'+49"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["＝1+1", "'＝1+1"],
  ["＋49", "'＋49"],
  ["－2+3", "'－2+3"],
  ["＠SUM(A1)", "'＠SUM(A1)"],
  ["﹦1+1", "'﹦1+1"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\r=1"],
  ["\n=1", "'\n=1"],
  ["  =1", "'  =1"],
  ["\u00a0=1", "'\u00a0=1"],
  ["\u3000＝1", "'\u3000＝1"],
  ["\u200b=1", "'\u200b=1"],
  ["\ufeff=1", "'\ufeff=1"],
  ["\u0000=1", "'\u0000=1"],
  ["", ""],
  ["1=1", "1=1"],
  ["North-east", "North-east"],
  ['North, "upper"\r\ndoor', 'North, "upper"\r\ndoor'],
  ["🚪 שלום", "🚪 שלום"],
])("the text %j becomes a harmless cell", (text, cell) => {
  expect(parse(csvLine(["first", text]))).toEqual([["first", cell]]);
});

test("a negative number stays a number", () => {
  expect(csvLine([-3, 0])).toBe("-3,0\r\n");
});
