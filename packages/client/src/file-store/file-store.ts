import type { Recorder } from "../catch-up/memory-store.ts";
import { summaryOf } from "../catch-up/rules.ts";
import type { CatchUpStore, HeldCount, Hole, ListedPosition } from "../catch-up/store.ts";
import { type FileRecord, RecordFile } from "./record-file.ts";

export interface FileStore<Book> extends CatchUpStore {
  /** A counter's book; undefined before its first count. */
  book(counterId: string): Book | undefined;
  /** The numbers that a counter's book has no event for, ascending. */
  holes(counterId: string): readonly Hole[];
  /** Closes the file. */
  close(): Promise<void>;
}

export interface FileStoreOptions<Book> {
  /**
   * Enters a count into a counter's book and returns the new book: any value that JSON can hold, of bounded size, because each
   * change writes it whole. It must only compute: what it does runs again where a change could not be stored.
   */
  record: Recorder<Book>;
}

interface Stored {
  revision: number;
  completeTo: number;
}

/**
 * Keeps the books in a file of SQLite. A change is on the disk before `commit` returns, and a process that is killed
 * leaves each change wholly there or not at all. Needs `node:sqlite`: Node.js 22.13 or newer, Deno or Bun.
 */
export async function fileStore<Book>(
  path: string,
  { record }: FileStoreOptions<Book>,
): Promise<FileStore<Book>> {
  const file = new RecordFile(path);
  const stored = (counterId: string) =>
    file.of(counterId, "position")[0]?.value as Stored | undefined;
  const bookOf = (counterId: string) =>
    (file.of(counterId, "book")[0]?.value as { book?: Book } | undefined)?.book;
  const valuesOf = <Value>(records: FileRecord[]) => records.map(({ value }) => value as Value);
  return {
    async load(counterId) {
      return file.snapshot(() => {
        const position = stored(counterId);
        return position && { ...position, held: valuesOf<HeldCount>(file.of(counterId, "held")) };
      });
    },
    async list() {
      const { positions, heldOf } = file.snapshot(() => ({
        positions: file.all("position"),
        heldOf: byCounter(file.all("held")),
      }));
      return positions.map(({ counterId, value }): ListedPosition => {
        const { completeTo } = value as Stored;
        return { counterId, completeTo, held: summaryOf(heldOf.get(counterId) ?? []) };
      });
    },
    async commit({ counterId, revision, completeTo, process, hold, holes }) {
      return file.atomically(() => {
        if ((stored(counterId)?.revision ?? null) !== revision) return "conflict";
        const position: Stored = { revision: (revision ?? 0) + 1, completeTo };
        file.put("position", { counterId, number: 0, value: position });
        if (process.length > 0) {
          let book = bookOf(counterId);
          for (const count of process) book = record(book, count);
          file.put("book", { counterId, number: 0, value: { book } });
        }
        for (const one of hold)
          file.put("held", { counterId, number: one.count.lastEventId, value: one });
        file.removeUpTo(counterId, "held", completeTo);
        for (const hole of holes) file.put("hole", { counterId, number: hole.from, value: hole });
        return "committed";
      });
    },
    book: bookOf,
    holes: (counterId) => valuesOf<Hole>(file.of(counterId, "hole")),
    async close() {
      file.close();
    },
  };
}

function byCounter(records: FileRecord[]): Map<string, HeldCount[]> {
  const held = new Map<string, HeldCount[]>();
  for (const { counterId, value } of records) {
    const others = held.get(counterId) ?? [];
    held.set(counterId, others);
    others.push(value as HeldCount);
  }
  return held;
}
