import { type FileHandle, lstat, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { OperatorError, systemErrorCode } from "../terminal/failure.ts";

/** How many characters are written at once. */
const chunkLength = 256 * 1_024;

/** A file that appears under its name only when it is whole. */
export interface DraftFile {
  write(text: string): Promise<void>;
  /** Everything is on the disk, and the file has its name. */
  finish(): Promise<void>;
  /** Removes what has been written; nothing after `finish`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Begins a file that only its owner may read; refuses to replace one that exists. */
export async function draftFile(file: string): Promise<DraftFile> {
  await refuseExisting(file);
  const draft = `${file}.${process.pid}.part`;
  const handle: FileHandle = await open(draft, "wx", 0o600).catch((cause) => {
    throw cannotWrite(file, cause);
  });
  let buffered: string[] = [];
  let length = 0;
  let isDone = false;
  const flush = async () => {
    const text = buffered.join("");
    buffered = [];
    length = 0;
    if (text !== "") await handle.writeFile(text);
  };
  return {
    async write(text) {
      buffered.push(text);
      length += text.length;
      if (length >= chunkLength) await flush();
    },
    async finish() {
      await flush();
      await handle.sync();
      await handle.close();
      await refuseExisting(file);
      await rename(draft, file);
      isDone = true;
    },
    async [Symbol.asyncDispose]() {
      if (isDone) return;
      await handle.close().catch(() => {});
      await rm(draft, { force: true });
    },
  };
}

async function refuseExisting(file: string): Promise<void> {
  // Not opened: opening a named pipe waits for a writer.
  const existing = await lstat(file).catch((cause) => {
    if (systemErrorCode(cause) === "ENOENT") return undefined;
    throw cannotWrite(file, cause);
  });
  if (existing === undefined) return;
  throw new OperatorError(`${file} exists; give another name, or move it away`, {
    code: "CONFLICT",
  });
}

function cannotWrite(file: string, cause: unknown): OperatorError {
  const reason = systemErrorCode(cause) ?? String(cause);
  if (reason === "ENOENT") {
    return new OperatorError(`there is no folder ${dirname(file)}; create it first`, {
      code: "INVALID_INPUT",
      cause,
    });
  }
  return new OperatorError(`${file} cannot be written (${reason})`, {
    code: "INVALID_INPUT",
    cause,
  });
}
