import type { Count } from "../counter.ts";
import { positionAfter, summaryOf } from "./rules.ts";
import type { CatchUpStore, Change, Hole, Position } from "./store.ts";

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
  const ledger = new Ledger(record);
  return {
    load: async (counterId) => ledger.entries.get(counterId)?.position,
    list: async () => ledger.list(),
    book: (counterId) => ledger.entries.get(counterId)?.book,
    holes: (counterId) => ledger.entries.get(counterId)?.holes ?? [],
    async commit(change) {
      const next = ledger.after(change);
      if (next === undefined) return "conflict";
      ledger.entries.set(change.counterId, next);
      return "committed";
    },
  };
}

export interface LedgerEntry<Book> {
  position: Position;
  book?: Book;
  /**
   * Has no bound: without the oldest ones, "complete, but for these" would be wrong. A restore adds one, a counter that stayed
   * archived at most one for each event that was held. Undefined without any.
   */
  holes?: Hole[];
}

/** Positions and books of all counters. */
export class Ledger<Book> {
  readonly entries = new Map<string, LedgerEntry<Book>>();
  readonly #record: Recorder<Book>;

  constructor(record: Recorder<Book>) {
    this.#record = record;
  }

  /** What a change makes of its counter's entry; undefined when another change came first. Changes nothing. */
  after(change: Change): LedgerEntry<Book> | undefined {
    const before = this.entries.get(change.counterId);
    if ((before?.position.revision ?? null) !== change.revision) return undefined;
    let book = before?.book;
    for (const count of change.process) book = this.#record(book, count);
    const position = positionAfter(before?.position, change);
    const holes = [...(before?.holes ?? []), ...change.holes];
    return {
      position,
      ...(book !== undefined && { book }),
      ...(holes.length > 0 && { holes }),
    };
  }

  list() {
    return [...this.entries].map(([counterId, { position }]) => ({
      counterId,
      completeTo: position.completeTo,
      held: summaryOf(position.held),
    }));
  }
}
