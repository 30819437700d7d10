import { createHash } from "node:crypto";
import { type FileHandle, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * A file of lines, each with a checksum and the place where it begins: `<8 hex digits> <byte> <JSON>`. Lines that are appended
 * at the same time are written together. After a failed write nothing can be appended any more: what is on the disk is
 * not known. Where two processes write after all, the line that comes later is not at its place: it is never said to be
 * stored, and does not count when the file is opened.
 */
export class Journal<Line> {
  readonly #path: string;
  #file: FileHandle;
  bytes: number;
  #waiting: Line[] = [];
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
      if (line.at > start)
        throw new Error(`${path} is damaged at byte ${start}: lines are missing`);
      // One that is before its place was written by a second process, which did not know the lines before it.
      if (line.at === start && line.value !== seal) onLine(line.value as Line);
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
    this.#waiting.push(line);
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
      // From then on, nobody else can add a line to the file that is replaced.
      await this.#write(textOf([seal], this.bytes));
      // Everything that is applied is in these lines; what still waits is among it.
      const text = textOf(lines(), 0);
      this.#waiting = [];
      await rm(temporary(this.#path), { force: true });
      const file = await open(temporary(this.#path), "ax");
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
    const text = textOf(this.#waiting, this.bytes);
    this.#waiting = [];
    if (text !== "") await this.#write(text);
  }

  async #write(text: string): Promise<void> {
    await this.#assertAlone();
    await this.#file.appendFile(text);
    await this.#file.datasync();
    this.bytes += Buffer.byteLength(text);
    await this.#assertAlone();
  }

  /** Throws where another process has written to the file, or has replaced it. */
  async #assertAlone(): Promise<void> {
    const [mine, current] = await Promise.all([this.#file.stat(), stat(this.#path)]);
    if (mine.size !== this.bytes || mine.ino !== current.ino)
      throw new Error("another process writes to the same file");
  }
}

const temporary = (path: string) => `${path}.new`;

/** The last line of a file that is about to be replaced. */
const seal = "sealed";

function textOf(values: unknown[], start: number): string {
  let at = start;
  const lines = values.map((value) => {
    const content = `${at} ${JSON.stringify(value)}`;
    const line = `${checksum(content)} ${content}\n`;
    at += Buffer.byteLength(line);
    return line;
  });
  return lines.join("");
}

function lineIn(text: string): { at: number; value: unknown } | undefined {
  const content = text.slice(9);
  if (text.slice(0, 9) !== `${checksum(content)} `) return undefined;
  const [digits = ""] = content.split(" ", 1);
  return { at: Number(digits), value: JSON.parse(content.slice(digits.length + 1)) };
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
