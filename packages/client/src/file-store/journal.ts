import { createHash } from "node:crypto";
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * A file of lines, each with a checksum: `<8 hex digits> <JSON>`. Lines that are appended at the same time are written
 * together. After a failed write nothing can be appended any more: what is on the disk is not known.
 */
export class Journal<Line> {
  readonly #path: string;
  #file: FileHandle;
  bytes: number;
  #waiting: string[] = [];
  #work: Promise<void> = Promise.resolve();
  #isScheduled = false;
  #failure: unknown;

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.#path = path;
    this.#file = file;
    this.bytes = bytes;
  }

  /** Reads the lines, and drops a last one that was not written to its end. */
  static async open<Line>(path: string, onLine: (line: Line) => void): Promise<Journal<Line>> {
    await rm(temporary(path), { force: true });
    const content = await readFile(path).catch((error) => {
      if (error.code === "ENOENT") return Buffer.alloc(0);
      throw error;
    });
    let start = 0;
    for (let end = content.indexOf(10); end >= 0; end = content.indexOf(10, start)) {
      const line = lineIn(content.toString("utf8", start, end));
      if (line === undefined) {
        // A disk that lost power can leave anything in what was not synchronized: only at the end of the file.
        if (content.includes(10, end + 1)) throw new Error(`${path} is damaged at byte ${start}`);
        break;
      }
      onLine(line as Line);
      start = end + 1;
    }
    const file = await open(path, "a");
    if (start < content.length) {
      await file.truncate(start);
      await file.sync();
    }
    // Until then, a file that was just made could vanish with all that is written to it.
    if (start === 0) await synchronizeFolder(path);
    return new Journal<Line>(path, file, start);
  }

  /** Resolves when the line is on the disk. */
  append(line: Line): Promise<void> {
    this.#waiting.push(lineOf(line));
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      this.#enqueue(() => this.#writeWaiting());
    }
    return this.written();
  }

  /** Resolves when everything that was appended is on the disk. */
  async written(): Promise<void> {
    await this.#work;
    this.assertUsable();
  }

  /** Throws after a failed write. */
  assertUsable(): void {
    if (this.#failure !== undefined)
      throw new Error(`Writing to ${this.#path} failed; open the store again`, {
        cause: this.#failure,
      });
  }

  /** Replaces the whole file in one step by lines that say the same. */
  async replace(lines: () => Line[]): Promise<void> {
    this.#enqueue(async () => {
      // Everything that is applied is in these lines; what still waits is among it.
      const text = lines().map(lineOf).join("");
      this.#waiting = [];
      const file = await open(temporary(this.#path), "w");
      await file.writeFile(text);
      await file.sync();
      await rename(temporary(this.#path), this.#path);
      await synchronizeFolder(this.#path);
      await this.#file.close();
      this.#file = file;
      this.bytes = Buffer.byteLength(text);
    });
    await this.written();
  }

  async close(): Promise<void> {
    await this.#work;
    await this.#file.close();
  }

  #enqueue(step: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#failure !== undefined) return;
      await step().catch((error) => {
        this.#failure = error;
      });
    });
  }

  async #writeWaiting(): Promise<void> {
    this.#isScheduled = false;
    const text = this.#waiting.join("");
    this.#waiting = [];
    if (text === "") return;
    const { size } = await this.#file.stat();
    if (size !== this.bytes) throw new Error("another process writes to the same file");
    await this.#file.appendFile(text);
    await this.#file.datasync();
    this.bytes += Buffer.byteLength(text);
  }
}

const temporary = (path: string) => `${path}.new`;

function lineOf(value: unknown): string {
  const json = JSON.stringify(value);
  return `${checksum(json)} ${json}\n`;
}

function lineIn(text: string): unknown {
  const json = text.slice(9);
  return text.slice(0, 9) === `${checksum(json)} ` ? JSON.parse(json) : undefined;
}

function checksum(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/** So that a new name survives a loss of power. */
async function synchronizeFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}
