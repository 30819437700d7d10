import { createHash } from "node:crypto";
import { CsvError, parse } from "csv-parse/sync";
import { fileText } from "../../../core/counters/settings/import/file-text.ts";
import { columnOf } from "../../../core/counters/settings/import/import-columns.ts";
import type {
  ImportFile,
  ImportReading,
  ImportRow,
} from "../../../core/counters/settings/import/import-file.ts";
import { maximumImportRows } from "../../../core/limits.ts";
import { fromSheetText } from "../../../core/sheet-text.ts";

/**
 * The rows of a CSV file, as spreadsheets of all countries write them: in which encoding, with which
 * separator and which ends of lines, the file says.
 */
export function csvRows(bytes: Uint8Array, reading: ImportReading = {}): ImportFile {
  const { encoding, decimal } = reading;
  // Read in another way, it is another file: its rows are other counters.
  const asRead = [encoding, decimal].filter((answer) => answer !== undefined).join();
  const hash = createHash("sha256").update(bytes).update(asRead).digest("hex");
  const file = { hash, rows: [], ...(decimal && { decimal }) };
  if (isWorkbook(bytes)) return { ...file, error: { line: 1, reason: workbook } };
  const decoded = fileText(bytes, encoding);
  if ("readings" in decoded) {
    const choices = decoded.readings.map(({ encoding, words }) => ({
      value: encoding,
      reads: words,
    }));
    return { ...file, question: { about: "encoding", choices } };
  }
  // csv-parse counts a quoted CR LF as two lines, and no setting may hold a line break anyway.
  const text = decoded.text.replace(/\r\n?/g, "\n");
  // Excel's way to name the separator, which it does not show.
  const [stated = "", separator] = /^"?sep=([^"\n])"?[^\n]*/i.exec(text) ?? [];
  const content = text.slice(stated.length);
  const separators = separator === undefined ? separatorsOf(content) : [separator];
  return { ...file, ...parseCsv(content, separators) };
}

const workbook = 'this is a workbook; in the spreadsheet program, save it as "CSV UTF-8"';

/** Excel's files and those of other programs are ZIP archives; old ones are compound files. */
function isWorkbook([first, second]: Uint8Array): boolean {
  return (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);
}

const possibleSeparators = [",", ";", "\t"];

/**
 * The separator with which the header names most columns. Where it has a single cell with each of
 * them, all separate: no cell of a row below is silently taken for a part of its neighbour.
 */
function separatorsOf(text: string): string[] {
  const first = text.search(/[^\s,;"]/);
  const start = text.lastIndexOf("\n", first) + 1;
  const header = text.slice(start, start + longestRow);
  const cells = possibleSeparators.map((separator) => headerCells(header, separator));
  if (cells.every(({ length }) => length <= 1)) return possibleSeparators;
  const known = cells.map((some) => some.filter((cell) => columnOf(cell) !== undefined).length);
  const ranks = cells.map(({ length }, index) => (known[index] ?? 0) * longestRow + length);
  return possibleSeparators.slice(ranks.indexOf(Math.max(...ranks))).slice(0, 1);
}

/** In characters. */
const longestRow = 100_000;

function headerCells(header: string, delimiter: string): string[] {
  try {
    return parse(header, { ...options, delimiter, to: 1 })[0] ?? [];
  } catch (error) {
    // With another separator, a quote can stand inside a cell.
    if (error instanceof CsvError) return [];
    throw error;
  }
}

const options = {
  record_delimiter: "\n",
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: longestRow,
};

/** With those of separators only, which count for nothing: what is read has a bound. */
const mostRows = 200_000;

function parseCsv(text: string, delimiter: string[]): Pick<ImportFile, "rows" | "error"> {
  const rows: ImportRow[] = [];
  let lastLine = 0;
  let records = 0;
  try {
    parse(text, {
      ...options,
      delimiter,
      to: mostRows,
      on_record: (record: string[], { lines }) => {
        lastLine = lines;
        records += 1;
        if (rows.length > maximumImportRows + 1) return null;
        // Spreadsheets write a row of separators for each one that was once used.
        if (record.every((cell) => cell.trim() === "")) return null;
        const cells = record.map((cell) => fromSheetText(cell.trim()));
        rows.push({ line: lines - lineBreaks(record), cells });
        return null;
      },
    });
    if (records < mostRows || rows.length > maximumImportRows + 1) return { rows };
    const reason = "the file goes on with empty rows; delete them";
    return { rows, error: { line: lastLine, reason } };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows, error: { line: lastLine + 1, reason: quotingReason(error) } };
  }
}

function lineBreaks(cells: string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
}

function quotingReason({ code }: CsvError): string {
  if (code === "CSV_QUOTE_NOT_CLOSED") return 'a quote (") is opened and never closed';
  if (code === "CSV_MAX_RECORD_SIZE") {
    return `the row is longer than ${longestRow.toLocaleString("en")} characters`;
  }
  return 'a quote (") stands where none may be; put the whole cell in quotes and double those in it';
}
