import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { csvRows } from "../../../adapters/counters/settings/csv-rows.ts";
import { csvDialect, csvFile, csvLine } from "../../../web/browser/csv-line.ts";

const english = csvDialect("en-US");

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
  ["a;=1+1;b", "a;'=1+1;b"],
  ["a\t@SUM(A1)", "a\t'@SUM(A1)"],
  ["Foyer, -1", "Foyer, -1"],
  ["1=1", "1=1"],
  ["North-east", "North-east"],
  ['North, "upper"\r\ndoor', 'North, "upper"\r\ndoor'],
  ["🚪 שלום", "🚪 שלום"],
])("the text %j becomes a harmless cell", (text, cell) => {
  expect(parse(csvLine(["first", text], english))).toEqual([["first", cell]]);
});

test("a negative number stays a number", () => {
  expect(csvLine([-3, 0], english)).toBe("-3,0\r\n");
});

test.each([
  ["en-US", "a,1.5\r\n"],
  ["ja", "a,1.5\r\n"],
  ["de-DE", "a;1,5\r\n"],
  ["fr", "a;1,5\r\n"],
  ["de-CH", "a;1.5\r\n"],
  ["ar-EG", "a;1.5\r\n"],
  ["no language tag", "a,1.5\r\n"],
])("cells are separated as spreadsheets of %j expect it", (locale, line) => {
  expect(csvLine(["a", 1.5], csvDialect(locale))).toBe(line);
});

test.each(["en-US", "de-DE"])("an import reads what is written for %s", async (locale) => {
  const names = ["=1+1", "-5", "Süd, oben; links", 'say "no"', "a;=b", "שער 🚪", "＝1"];
  const lines = [["Name"], ...names.map((name) => [name])];
  const file = csvFile(lines.map((cells) => csvLine([...cells, "x"], csvDialect(locale))));
  const { rows } = csvRows(await file.bytes());
  expect(rows.slice(1).map(({ cells }) => cells[0])).toEqual(names);
});
