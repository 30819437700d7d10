import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { CsvError, parse } from "csv-parse/sync";
import {
  type ImportFile,
  type ImportRow,
  maximumImportRows,
} from "../../../core/counters/import-plan.ts";
import { OperatorError, systemErrorCode } from "../terminal/failure.ts";

const maximumBytes = 10_000_000;

/** The rows of a CSV file; lines may end in LF, CR LF or, as some spreadsheets write, in CR. */
export async function readCsvFile(path: string): Promise<ImportFile> {
  const bytes = await readBytes(path);
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { hash, ...parseCsv(decoded(bytes, path)) };
}

async function readBytes(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    // Reading ends one byte behind the limit, whatever the file is: also a pipe or a device.
    for await (const chunk of createReadStream(path, { end: maximumBytes })) chunks.push(chunk);
  } catch (error) {
    const code = systemErrorCode(error);
    const reason = code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
    throw new OperatorError(`the file ${path} ${reason}; give the path of a CSV file`, {
      code: "INVALID_INPUT",
      cause: error,
    });
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > maximumBytes) {
    throw new OperatorError(`the file ${path} is larger than 10 MB; split it`, {
      code: "INVALID_INPUT",
    });
  }
  return bytes;
}

function decoded(bytes: Buffer, path: string): string {
  try {
    // Drops a byte order mark, too.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new OperatorError(`the file ${path} is not UTF-8; save it as "CSV UTF-8"`, {
      code: "INVALID_INPUT",
      cause,
    });
  }
}

function parseCsv(text: string): Omit<ImportFile, "hash"> {
  const rows: ImportRow[] = [];
  let lastLine = 0;
  try {
    // csv-parse counts a quoted CR LF as two lines, and no setting may hold a line break anyway.
    parse(text.replace(/\r\n?/g, "\n"), {
      record_delimiter: "\n",
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
    return { rows, problem: { line: lastLine + 1, reason: quotingReason(error) } };
  }
}

function lineBreaks(cells: string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
}

function quotingReason({ code }: CsvError): string {
  if (code === "CSV_QUOTE_NOT_CLOSED") return 'a quote (") is opened and never closed';
  return 'a quote (") stands where none may be; put the whole cell in quotes and double those in it';
}
