import { asSheetText } from "../../core/sheet-text.ts";
import { offsetMs } from "../../core/time-zone.ts";

/** How spreadsheets of a place read a CSV file that is opened by a double click. */
export interface CsvDialect {
  separator: "," | ";";
  decimal: "." | ",";
}

/** Excel takes its signs from the system, which a page does not see; the browser's language is near. */
export function csvDialect(locale: string = navigator.language): CsvDialect {
  const decimal = decimalSignOf(locale);
  // Windows separates by semicolons there, too, although a point is decimal.
  const hasSemicolon = decimal === "," || /^ar\b|-(CH|LI)\b/i.test(locale);
  return { separator: hasSemicolon ? ";" : ",", decimal };
}

/** The sign before the fraction of a number, as a language writes it with Latin digits. */
export function decimalSignOf(locale: string): "." | "," {
  try {
    const format = new Intl.NumberFormat(locale, { numberingSystem: "latn" });
    return format.format(0.5).includes(",") ? "," : ".";
  } catch {
    // A browser can name a language that is no language tag.
    return ".";
  }
}

/** A line of a CSV file (RFC 4180); a number stays one, and no text is run as a formula. */
export function csvLine(cells: (string | number | bigint)[], dialect: CsvDialect): string {
  return `${cells.map((value) => cell(value, dialect)).join(dialect.separator)}\r\n`;
}

function cell(value: string | number | bigint, { decimal }: CsvDialect): string {
  if (typeof value !== "string") return String(value).replace(".", decimal);
  const harmless = asSheetText(value);
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A moment as spreadsheets know it in every country: "2026-11-22 13:41:05", by the clocks of a zone. */
export function csvTime(at: string | number, timeZone: string): string {
  const ms = new Date(at).getTime();
  return new Date(ms + offsetMs(timeZone, ms)).toISOString().slice(0, 19).replace("T", " ");
}

/** A file whose letters Excel reads as UTF-8, which it does only behind a mark. */
export function csvFile(parts: string[]): Blob {
  return new Blob(["\ufeff", ...parts], { type: "text/csv;charset=utf-8" });
}
