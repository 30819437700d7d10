import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { ScheduleRequest } from "./schedule.ts";

/** A schedule as it is kept; times in epoch milliseconds. */
export interface StoredSchedule {
  group: string;
  name: string;
  dueAtMs: number;
  createdAtMs: number;
  modifiedAtMs: number;
  request: ScheduleRequest;
}

const Row = z
  .object({
    group_name: z.string(),
    name: z.string(),
    due_at: z.number(),
    created_at: z.number(),
    modified_at: z.number(),
    request: z.string(),
  })
  .transform(
    (row): StoredSchedule => ({
      group: row.group_name,
      name: row.name,
      dueAtMs: row.due_at,
      createdAtMs: row.created_at,
      modifiedAtMs: row.modified_at,
      request: ScheduleRequest.parse(JSON.parse(row.request)),
    }),
  );

/** The schedules, kept in the data folder. One that has fired and stays is `completed`. */
export class ScheduleStore {
  readonly #database: DatabaseSync;

  constructor(dataDir: string) {
    this.#database = new DatabaseSync(join(dataDir, "schedules.db"));
    // Like the emulators' data, these survive the death of the process, but not a power cut.
    this.#database.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
      CREATE TABLE IF NOT EXISTS schedules (
        group_name TEXT, name TEXT, due_at INTEGER, created_at INTEGER, modified_at INTEGER,
        request TEXT, completed INTEGER DEFAULT 0, PRIMARY KEY (group_name, name)
      );
      CREATE INDEX IF NOT EXISTS due ON schedules (completed, due_at);`);
  }

  find(group: string, name: string): StoredSchedule | undefined {
    const row = this.#database
      .prepare("SELECT * FROM schedules WHERE group_name = ? AND name = ?")
      .get(group, name);
    return row && Row.parse(row);
  }

  list(group: string | undefined, prefix: string): StoredSchedule[] {
    const rows = this.#database
      .prepare("SELECT * FROM schedules WHERE group_name = coalesce(?, group_name) ORDER BY name")
      .all(group ?? null);
    return rows.map((row) => Row.parse(row)).filter(({ name }) => name.startsWith(prefix));
  }

  /** The enabled schedules that have not fired, the earliest first. */
  next(limit: number): StoredSchedule[] {
    const rows = this.#database
      .prepare(
        "SELECT * FROM schedules WHERE completed = 0 AND " +
          "request ->> 'State' = 'ENABLED' ORDER BY due_at LIMIT ?",
      )
      .all(limit);
    return rows.map((row) => Row.parse(row));
  }

  save(schedule: StoredSchedule): void {
    const { group, name, dueAtMs, createdAtMs, modifiedAtMs, request } = schedule;
    this.#database
      .prepare("INSERT OR REPLACE INTO schedules VALUES (?, ?, ?, ?, ?, ?, 0)")
      .run(group, name, dueAtMs, createdAtMs, modifiedAtMs, JSON.stringify(request));
  }

  complete({ group, name, modifiedAtMs }: StoredSchedule): void {
    // A schedule that was changed while it fired has a new time, and stays.
    this.#database
      .prepare(
        "UPDATE schedules SET completed = 1 WHERE group_name = ? AND name = ? AND modified_at = ?",
      )
      .run(group, name, modifiedAtMs);
  }

  delete(group: string, name: string): boolean {
    const { changes } = this.#database
      .prepare("DELETE FROM schedules WHERE group_name = ? AND name = ?")
      .run(group, name);
    return Number(changes) > 0;
  }

  close(): void {
    this.#database.close();
  }
}
