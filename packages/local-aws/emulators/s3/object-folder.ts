import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { systemErrorCode } from "../../start-error.ts";

export interface StoredObject {
  key: string;
  size: number;
  modifiedAt: Date;
  /** Without quotation marks; as on AWS with KMS keys, not the content's MD5. */
  etag: string;
}

/** A key that cannot be the path of a file. */
export class UnusableKey extends Error {}

const draftEnding = ".part";

/**
 * The objects of a bucket: files below a folder, their keys the relative paths. All calls are
 * synchronous, so that no object is written while the folder above it is removed.
 */
export class ObjectFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** All keys in S3's order, which is that of their UTF-8 bytes. */
  keys(): string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(draftEnding))
      .map((entry) => relative(this.#folder, join(entry.parentPath, entry.name)))
      .sort(compareKeys);
  }

  describe(key: string): StoredObject | undefined {
    const found = statOf(this.#file(key));
    if (!found?.isFile()) return undefined;
    const { size, mtimeMs, mtime } = found;
    const etag = createHash("md5").update(`${size} ${mtimeMs}`).digest("hex");
    return { key, size, modifiedAt: mtime, etag };
  }

  read(key: string): Buffer {
    return readFileSync(this.#file(key));
  }

  /** Writes an object at once: nobody sees half of it. */
  write(key: string, content: string | Buffer): void {
    const file = this.#file(key);
    this.#refuseNesting(key, file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}${draftEnding}`, content);
    renameSync(`${file}${draftEnding}`, file);
  }

  /** Removes an object, if it is there, and the folders that are empty then. */
  delete(key: string): void {
    if (!this.describe(key)) return;
    const file = this.#file(key);
    unlinkSync(file);
    for (let folder = dirname(file); folder !== this.#folder; folder = dirname(folder)) {
      if (readdirSync(folder).length > 0) return;
      rmdirSync(folder);
    }
  }

  #file(key: string): string {
    const segments = key.split("/");
    const isUnusable = segments.some(
      (segment) =>
        ["", ".", ".."].includes(segment) ||
        segment.endsWith(draftEnding) ||
        // A file name has at most 255 bytes, the ending of the draft included.
        Buffer.byteLength(segment) > 250,
    );
    if (isUnusable || key.includes("\0") || Buffer.byteLength(key) > 1024) {
      throw new UnusableKey("The key cannot be a file's path on this machine.");
    }
    return join(this.#folder, ...segments);
  }

  /** On AWS `a` and `a/b` can both be objects; a file cannot be a folder. */
  #refuseNesting(key: string, file: string): void {
    const isFolder = statOf(file)?.isDirectory();
    const segments = key.split("/");
    const above = segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
    if (isFolder || above.some((parent) => this.describe(parent))) {
      throw new UnusableKey(
        "The key begins with another object's key and a slash, or the reverse.",
      );
    }
  }
}

/** Undefined for what is not there, below a file included. */
function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** S3's order of keys. */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
