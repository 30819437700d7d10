import { renameSync, rmSync, writeFileSync } from "node:fs";

interface WriteOptions {
  /** Permissions; those of others are none unless given. */
  mode?: number;
}

/** Writes a file that others read: they see all of it or nothing. */
export function writeFileAtomic(
  file: string,
  text: string,
  { mode = 0o600 }: WriteOptions = {},
): void {
  const draft = `${file}.draft`;
  // One that a killed process left may have other permissions, which writing would keep.
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode, flush: true });
  renameSync(draft, file);
}

/** The same for a document, as JSON that people can read. */
export function writeJsonAtomic(file: string, document: object): void {
  writeFileAtomic(file, `${JSON.stringify(document, null, 2)}\n`);
}
