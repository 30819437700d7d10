import type { Count } from "../counter.ts";
import { positionAfter, summaryOf } from "./rules.ts";
import type { CatchUpStore, Hole, Position } from "./store.ts";

/** Enters a count into a counter's book, and returns the book: any value that JSON can hold. */
export type Recorder<Book> = (book: Book | undefined, count: Count) => Book;

export interface MemoryStore<Book> extends CatchUpStore {
  /** A counter's book; undefined before its first count. */
  book(counterId: string): Book | undefined;
  /** The numbers that a counter's book has no event for, ascending. */
  holes(counterId: string): readonly Hole[];
}

/** Keeps the books in memory: they end with the process. */
export function memoryStore<Book>({ record }: { record: Recorder<Book> }): MemoryStore<Book> {
  const entries = new Map<string, { position: Position; book: Book | undefined; holes: Hole[] }>();
  return {
    load: async (counterId) => entries.get(counterId)?.position,
    async list() {
      return [...entries].map(([counterId, { position }]) => ({
        counterId,
        completeTo: position.completeTo,
        held: summaryOf(position.held),
      }));
    },
    async commit(change) {
      const before = entries.get(change.counterId);
      if ((before?.position.revision ?? null) !== change.revision) return "conflict";
      let book = before?.book;
      for (const count of change.process) book = record(book, count);
      const position = positionAfter(before?.position, change);
      const holes = [...(before?.holes ?? []), ...change.holes];
      entries.set(change.counterId, { position, book, holes });
      return "committed";
    },
    book: (counterId) => entries.get(counterId)?.book,
    holes: (counterId) => entries.get(counterId)?.holes ?? [],
  };
}
