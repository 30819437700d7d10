import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Ledger, type LedgerEntry, type Recorder } from "../catch-up/memory-store.ts";
import type { CatchUpStore, Change, Hole } from "../catch-up/store.ts";
import { Journal } from "./journal.ts";
import { lockFile } from "./lock-file.ts";

export interface FileStore<Book> extends CatchUpStore {
  /** A counter's book; undefined before its first count. */
  book(counterId: string): Book | undefined;
  /** The numbers that a counter's book has no event for, ascending. */
  holes(counterId: string): readonly Hole[];
  /** Waits until everything is stored, and lets another process open the file. */
  close(): Promise<void>;
}

export interface FileStoreOptions<Book> {
  /**
   * Enters a count into a counter's book and returns the new book: any value that JSON can hold, of bounded size. It must not
   * change the book that it gets. It runs again when the file is opened, so the same count must always do the same.
   */
  record: Recorder<Book>;
  /** Beyond this size, the file is replaced by one that has only the current state; 8 MB by default. */
  compactAtBytes?: number;
}

/** A line of the file: the whole state of a counter, or a change of it. */
type Line<Book> = { change: Change } | { counterId: string; entry: LedgerEntry<Book> };

/**
 * Keeps the books in a file: a journal of changes. A change is on the disk before `commit` returns, and a process
 * that is killed leaves each change wholly there or not at all. One process at a time can open it. For Node.js.
 */
export async function fileStore<Book>(
  path: string,
  { record, compactAtBytes = 8 * 1024 * 1024 }: FileStoreOptions<Book>,
): Promise<FileStore<Book>> {
  const file = await realFile(path);
  const unlock = await lockFile(`${file}.lock`);
  const ledger = new Ledger(record);
  const apply = (change: Change) => {
    const next = ledger.after(change);
    if (next !== undefined) ledger.entries.set(change.counterId, next);
    return next !== undefined;
  };
  const journal = await Journal.open<Line<Book>>(file, (line) => {
    if ("entry" in line) ledger.entries.set(line.counterId, line.entry);
    else if (!apply(line.change))
      throw new Error(`${path} is inconsistent: a change does not follow the previous one`);
  }).catch(async (error) => {
    await unlock();
    throw error;
  });
  let limitBytes = compactAtBytes;
  const compactWhenLarge = async () => {
    if (journal.bytes < limitBytes) return;
    limitBytes = Number.POSITIVE_INFINITY;
    await journal.replace(() => {
      const entries = [...ledger.entries];
      return entries.map(([counterId, entry]) => ({ counterId, entry }));
    });
    // The state itself can be large.
    limitBytes = Math.max(compactAtBytes, 2 * journal.bytes);
  };
  return {
    async load(counterId) {
      // What is not on the disk yet must not be seen: somebody would acknowledge a duplicate of it.
      await journal.written();
      return ledger.entries.get(counterId)?.position;
    },
    async list() {
      await journal.written();
      return ledger.list();
    },
    async commit(change) {
      journal.assertUsable();
      if (!apply(change)) return "conflict";
      await journal.append({ change });
      await compactWhenLarge();
      return "committed";
    },
    book: (counterId) => ledger.entries.get(counterId)?.book,
    holes: (counterId) => ledger.entries.get(counterId)?.holes ?? [],
    async close() {
      await journal.close();
      await unlock();
    },
  };
}

/** The same for every name of a file: two links to it must not be two locks. */
async function realFile(path: string): Promise<string> {
  return await realpath(path).catch(async (error) => {
    if (error.code !== "ENOENT") throw error;
    const target = await readlink(path).catch(() => undefined);
    if (target !== undefined) return await realFile(resolve(dirname(path), target));
    return join(await realpath(dirname(path)), basename(path));
  });
}
