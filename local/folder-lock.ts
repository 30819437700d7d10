import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "./start-error.ts";

/**
 * Locks a data folder for this process and returns what releases it. The lock is SQLite's lock on
 * a file, so the kernel releases it when the process dies.
 */
export function lockFolder(folder: string): () => void {
  const database = new DatabaseSync(join(folder, "lock.db"));
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
  } catch (error) {
    database.close();
    throw new StartError(
      `Another service is running on the data folder ${folder}: stop it, or choose another ` +
        "folder with --data-dir.",
      { cause: error },
    );
  }
  return () => database.close();
}
