import { expect, test } from "vitest";
import { fileText } from "../../../../../core/counters/settings/import/file-text.ts";

/** The bytes of a text in ASCII, with those of other letters in hex: "S{fc}d". */
function bytesOf(text: string): Uint8Array {
  const latin1 = text.replace(/\{(..)\}/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Uint8Array.from(latin1, (letter) => letter.charCodeAt(0));
}

function utf16(text: string, mark: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * (text.length + mark.length)));
  for (const [index, letter] of [...(mark + text)].entries()) {
    view.setUint16(2 * index, letter.charCodeAt(0), littleEndian);
  }
  return new Uint8Array(view.buffer);
}

test.each([
  ["a mark, the low byte first", "\ufeff", true],
  ["a mark, the high byte first", "\ufeff", false],
  ["no mark, the low byte first", "", true],
  ["no mark, the high byte first", "", false],
])("UTF-16 is read with %s", (_case, mark, littleEndian) => {
  expect(fileText(utf16("Name\tGoal\nSüd\t5", mark, littleEndian))).toEqual({
    text: "Name\tGoal\nSüd\t5",
  });
});

test.each([
  ["Excel's CSV on Windows", "Name\nS{fc}d, Stra{df}e", "Name\nSüd, Straße"],
  ["Excel's CSV (MS-DOS)", "Name\nS{81}d, G{84}ste", "Name\nSüd, Gäste"],
  ["Excel's CSV on a Mac", "Name\nAcc{8f}s, {83}tage", "Name\nAccès, Étage"],
  ["a Japanese Windows", "Name\n{93}{ec}{8c}{fb}{83}Q{81}[{83}g", "Name\n南口ゲート"],
  ["an Arabic Windows", "Name\n{c8}{e6}{c7}{c8}{c9}", "Name\nبوابة"],
])("letters of %s are recognized by their words", (_case, bytes, text) => {
  expect(fileText(bytesOf(bytes))).toEqual({ text });
});

test("letters that make words in several encodings are asked for, and then read as said", () => {
  const bytes = bytesOf("Name\nEntr{e9}e, Acc{e8}s");
  expect(fileText(bytes)).toEqual({
    readings: [
      { encoding: "windows-1252", words: "Entrée, Accès" },
      { encoding: "windows-1250", words: "Entrée, Accčs" },
    ],
  });
  expect(fileText(bytes, "windows-1252")).toEqual({ text: "Name\nEntrée, Accès" });
});

test("bytes that are words in no encoding are asked for, in bounded time and length", () => {
  const noise = Uint8Array.from({ length: 4_000_000 }, (_, index) => 1 + ((index * 7_919) % 254));
  const asked = fileText(noise);
  expect("readings" in asked && asked.readings.length).toBeGreaterThan(1);
  expect(JSON.stringify(asked).length).toBeLessThan(5_000);
});
