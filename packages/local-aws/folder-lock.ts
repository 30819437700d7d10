import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { StartError } from "./start-error.ts";

/**
 * Locks a data folder for this process and returns what releases it. The lock is SQLite's lock on
 * a file, so the kernel releases it when the process dies.
 */
export function lockFolder(folder: string): () => void {
  const database = new DatabaseSync(join(folder, "lock.db"), { open: false });
  try {
    database.open();
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
  } catch (cause) {
    if (database.isOpen) database.close();
    const busy = SqliteError.safeParse(cause).data?.errcode === sqliteBusy;
    const message = busy
      ? `Another service is running on the data folder ${folder}.`
      : `The data folder ${folder} cannot be locked: ${String(cause)}.`;
    throw new StartError(message, { remedy: "other-data-folder", cause });
  }
  return () => database.close();
}

const sqliteBusy = 5;
const SqliteError = z.object({ errcode: z.number() });
