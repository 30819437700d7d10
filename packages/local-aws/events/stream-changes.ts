import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Signal } from "./signal.ts";

const lookEveryMs = 15;

/** Tells when the emulator's streams have grown. */
export interface StreamChanges {
  signal: Signal;
  /** False when the database is not watched: readers must then look for themselves. */
  watching: boolean;
  close(): void;
}

/**
 * Watches the emulator's database for new stream records: a query takes microseconds, a GetRecords
 * call more than a millisecond.
 */
export function watchStreams(databaseFile: string | undefined): StreamChanges {
  const signal = new Signal();
  const unwatched = { signal, watching: false, close: () => {} };
  if (!databaseFile) return unwatched;
  try {
    const database = new DatabaseSync(databaseFile, { readOnly: true });
    const newest = database.prepare("SELECT max(id) AS id FROM _stream_records");
    let seen: unknown = newest.get()?.id;
    const timer = setInterval(() => {
      const id = newestOrNew(newest);
      if (id !== seen) signal.notify();
      seen = id;
    }, lookEveryMs);
    const close = () => {
      clearInterval(timer);
      database.close();
    };
    return { signal, watching: true, close };
  } catch {
    // Another version of the emulator keeps its records elsewhere.
    return unwatched;
  }
}

// When the database cannot be read, the readers look for themselves.
function newestOrNew(newest: StatementSync): unknown {
  try {
    return newest.get()?.id;
  } catch {
    return Symbol("unknown");
  }
}
