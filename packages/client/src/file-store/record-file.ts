import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";

/** What a file has of a counter: one `position`, one `book`, and any number of `held` events and `hole`s. */
export type Kind = "position" | "book" | "held" | "hole";

export interface FileRecord {
  counterId: string;
  number: number;
  value: unknown;
}

interface Row {
  counter_id: string;
  kind: Kind;
  number: number;
  content: string;
  checksum: string;
}

/** "cnt" and the version of the schema. SQLite keeps it in the file's header. */
const applicationId = 0x636e_7401;
const schema = `CREATE TABLE records (
  counter_id TEXT NOT NULL, kind TEXT NOT NULL, number INTEGER NOT NULL,
  content TEXT NOT NULL, checksum TEXT NOT NULL, UNIQUE (counter_id, kind, number))`;

/**
 * A SQLite file of JSON values, each with a checksum, because SQLite notices only damage to its own structure. It has no
 * write-ahead log: there, a damaged byte would silently end the log, with all that follows it.
 */
export class RecordFile {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #select: StatementSync;
  readonly #upsert: StatementSync;
  readonly #delete: StatementSync;

  /** Opens a file of this class, or makes a new one; leaves any other, and a damaged one, as it is. */
  constructor(path: string) {
    const sqlite = globalThis.process?.getBuiltinModule?.("node:sqlite");
    if (sqlite === undefined)
      throw new Error(
        "fileStore needs node:sqlite, which Node.js 22.13 and newer, Deno and Bun have. Elsewhere, " +
          'write a store of your own, as "Stores" in the README of counting-client shows',
      );
    // SQLite has other meanings for ":memory:" and "file:…".
    this.#path = resolve(path);
    assertOwn(this.#path);
    this.#database = new sqlite.DatabaseSync(this.#path);
    try {
      this.#database.exec("PRAGMA busy_timeout = 5000; PRAGMA synchronous = EXTRA");
      this.atomically(() => this.#createWhenEmpty());
      this.#assertIntact();
      this.#select = this.#database.prepare(
        "SELECT * FROM records WHERE counter_id = ? AND kind = ? ORDER BY number",
      );
      this.#upsert = this.#database.prepare(`
        INSERT INTO records VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET content = excluded.content, checksum = excluded.checksum`);
      this.#delete = this.#database.prepare(
        "DELETE FROM records WHERE counter_id = ? AND kind = ? AND number <= ?",
      );
    } catch (error) {
      this.#database.close();
      throw isDamage(error) ? this.#damaged(error) : error;
    }
  }

  /** A counter's records of a kind, by number. */
  of(counterId: string, kind: Kind): FileRecord[] {
    return (this.#select.all(keyOf(counterId), kind) as unknown as Row[]).map((row) =>
      this.#checked(row),
    );
  }

  /** Those of all counters. */
  all(kind: Kind): FileRecord[] {
    const select = this.#database.prepare("SELECT * FROM records WHERE kind = ?");
    return (select.all(kind) as unknown as Row[]).map((row) => this.#checked(row));
  }

  put(kind: Kind, { counterId, number, value }: FileRecord): void {
    const row = { counter_id: keyOf(counterId), kind, number, content: JSON.stringify(value) };
    this.#upsert.run(row.counter_id, kind, number, row.content, checksumOf(row));
  }

  removeUpTo(counterId: string, kind: Kind, number: number): void {
    this.#delete.run(keyOf(counterId), kind, number);
  }

  /** All changes of `work` are on the disk when it returns, or none is. No other process changes anything meanwhile. */
  atomically<Result>(work: () => Result): Result {
    return this.#transaction("BEGIN IMMEDIATE", work);
  }

  /** All that `work` reads was stored at one moment. */
  snapshot<Result>(work: () => Result): Result {
    return this.#transaction("BEGIN", work);
  }

  #transaction<Result>(begin: string, work: () => Result): Result {
    this.#database.exec(begin);
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      try {
        this.#database.exec("ROLLBACK");
      } catch {
        // SQLite has rolled back by itself, for example on a full disk.
      }
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }

  #createWhenEmpty(): void {
    const { tables } =
      this.#database.prepare("SELECT COUNT(*) AS tables FROM sqlite_schema").get() ?? {};
    if (tables === 0) this.#database.exec(`${schema}; PRAGMA application_id = ${applicationId}`);
  }

  #assertIntact(): void {
    const check = this.#database.prepare("PRAGMA integrity_check(1)").get();
    if (check?.integrity_check !== "ok") throw this.#damaged(check?.integrity_check);
    const table = this.#database
      .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
      .all();
    if (table.length !== 1 || table[0]?.sql !== schema) throw this.#damaged("another schema");
    const rows = this.#database.prepare("SELECT * FROM records").iterate();
    for (const row of rows) this.#checked(row as unknown as Row);
  }

  #checked(row: Row): FileRecord {
    if (row.checksum !== checksumOf(row)) throw this.#damaged(`checksum of a ${row.kind}`);
    const counterId = decodeURIComponent(row.counter_id);
    return { counterId, number: row.number, value: JSON.parse(row.content) };
  }

  #damaged(cause: unknown): Error {
    const message = `${this.#path} is damaged, and stays as it is: restore a copy, or choose another path`;
    return new Error(message, { cause });
  }
}

/** Throws where SQLite would change a file that this class did not make. */
function assertOwn(path: string): void {
  const refuse = (file: string) => {
    throw new Error(`${file} is not a file of fileStore, and stays as it is: choose another path`);
  };
  const [journal, log] = [`${path}-journal`, `${path}-wal`];
  // SQLite takes files of these names for its own.
  if (existsSync(log)) refuse(log);
  // Empty or all zero: its header was not written yet.
  if (!/^(0*|d9d505f920a163d7)$/.test(beginningOf(journal, 8).toString("hex"))) refuse(journal);
  // The file's header begins with a name, and has the id of the application at byte 68.
  const header = beginningOf(path, 72);
  const isDatabase = header.length === 72 && header.toString("latin1", 0, 15) === "SQLite format 3";
  if (header.length > 0 && !(isDatabase && header.readUInt32BE(68) === applicationId)) refuse(path);
}

/**
 * The first bytes of a file; none where there is no file. To close a file ends the locks that its process has on it, so nothing may
 * be stored meanwhile: nothing is, in the same thread.
 */
function beginningOf(path: string, length: number): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const isDamage = (error: unknown) =>
  error instanceof Error && /malformed|not a database|unsupported file format/.test(error.message);

/** Some versions of node:sqlite end a text at its first NUL. */
const keyOf = (counterId: string) => encodeURIComponent(counterId);

function checksumOf({ counter_id, kind, number, content }: Omit<Row, "checksum">): string {
  const text = [counter_id, kind, number, content].join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
