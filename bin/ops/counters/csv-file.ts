import { createReadStream } from "node:fs";
import { csvRows } from "../../../adapters/counters/settings/csv-rows.ts";
import type {
  ImportFile,
  ImportReading,
} from "../../../core/counters/settings/import/import-file.ts";
import { OperatorError, systemErrorCode } from "../terminal/failure.ts";

const maximumBytes = 10_000_000;

/** The rows of a CSV file of at most 10 MB. */
export async function readCsvFile(path: string, reading: ImportReading = {}): Promise<ImportFile> {
  return csvRows(await readBytes(path), reading);
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
