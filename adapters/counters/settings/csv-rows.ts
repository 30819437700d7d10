import { createHash } from "node:crypto";
import { CsvError, parse } from "csv-parse/sync";
import type { ImportFile, ImportRow } from "../../../core/counters/settings/import/import-file.ts";
import { maximumImportRows } from "../../../core/limits.ts";

/**
 * The rows of a CSV file; lines may end in LF, CR LF or, as some spreadsheets write, in CR.
 * Undefined for bytes that are not UTF-8.
 */
export function csvRows(bytes: Uint8Array): ImportFile | undefined {
  const text = decoded(bytes);
  if (text === undefined) return undefined;
  return { hash: createHash("sha256").update(bytes).digest("hex"), ...parseCsv(text) };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    // Drops a byte order mark, too.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseCsv(text: string): Omit<ImportFile, "hash"> {
  const rows: ImportRow[] = [];
  let lastLine = 0;
  try {
    // csv-parse counts a quoted CR LF as two lines, and no setting may hold a line break anyway.
    parse(text.replace(/\r\n?/g, "\n"), {
      record_delimiter: "\n",
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      to: maximumImportRows + 2,
      on_record: (cells: string[], { lines }) => {
        lastLine = lines;
        rows.push({ line: lines - lineBreaks(cells), cells });
        return null;
      },
    });
    return { rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows, error: { line: lastLine + 1, reason: quotingReason(error) } };
  }
}

/** Where a comma is the decimal sign, spreadsheets separate with semicolons; no column has either. */
function delimiterOf(text: string): "," | ";" {
  const [header = ""] = text.trimStart().split(/[\r\n]/, 1);
  return header.includes(";") && !header.includes(",") ? ";" : ",";
}

function lineBreaks(cells: string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
}

function quotingReason({ code }: CsvError): string {
  if (code === "CSV_QUOTE_NOT_CLOSED") return 'a quote (") is opened and never closed';
  return 'a quote (") stands where none may be; put the whole cell in quotes and double those in it';
}
