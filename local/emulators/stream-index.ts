import { DatabaseSync } from "node:sqlite";
import type { OnEvent } from "../runtime-event.ts";

/**
 * Adds the index that Dynoxide 1.2.1 lacks: without it every write reads the whole stream. When
 * the emulator's tables look different, it only warns.
 */
export function addStreamIndex(databaseFile: string, onEvent: OnEvent): void {
  const database = new DatabaseSync(databaseFile, { timeout: 5_000 });
  try {
    const columns = database.prepare("PRAGMA table_info(_stream_records)").all();
    const names = columns.map(({ name }) => name);
    if (!names.includes("table_name") || !names.includes("sequence_number")) {
      throw new Error("the table _stream_records is not as expected");
    }
    database.exec(
      "CREATE INDEX IF NOT EXISTS ix_sr_seq ON _stream_records" +
        "(table_name, CAST(sequence_number AS INTEGER))",
    );
  } catch (error) {
    const message = `Writes will slow down as streams grow: no index on them (${String(error)}).`;
    onEvent({ kind: "warning", message });
  } finally {
    database.close();
  }
}
