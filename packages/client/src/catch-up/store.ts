import type { Count } from "../counter.ts";

/**
 * Where the books and *w* are kept. What a store must guarantee: `commit` is one atomic and durable change.
 * Everything else follows from it, whatever crashes, repeats or runs in several processes.
 */
export interface CatchUpStore {
  /** What is stored of a counter; undefined for one that no change has named yet. */
  load(counterId: string): Promise<Position | undefined>;
  /** Every counter that a change has named. */
  list(): Promise<ListedPosition[]>;
  /**
   * Applies the change if the counter's stored revision still is `change.revision` (null: nothing is stored), and
   * returns "conflict" and changes nothing otherwise. The new revision is one higher; the first is 1. Throws when
   * the change was not stored.
   */
  commit(change: Change): Promise<"committed" | "conflict">;
}

export interface Position {
  /** Rises by one with each change. */
  revision: number;
  /** *w*: every event up to this number is in the books. */
  completeTo: number;
  /** Events above *w* that wait for a missing one, in any order; at most 1,000. */
  held: HeldCount[];
}

export interface HeldCount {
  count: Count;
  /** ISO 8601 */
  heldSince: string;
}

export interface ListedPosition {
  counterId: string;
  completeTo: number;
  /** Undefined when nothing is held. */
  held?: { since: string; highest: number } | undefined;
}

/** One atomic change of a counter's books. */
export interface Change {
  counterId: string;
  /** That of the position from which the change was computed; null for a counter that is not stored. */
  revision: number | null;
  /** The new *w*. Held events up to it are no longer held: those that were processed are in `process`. */
  completeTo: number;
  /** Goes into the books, in this order: ascending, each above the old *w*. */
  process: Count[];
  /** Is held from now on, in addition to what is held already. */
  hold: HeldCount[];
  /** Numbers that *w* passes without an event, ascending. */
  holes: Hole[];
}

export interface Hole {
  from: number;
  to: number;
  /**
   * True: the service has no such events, and the counts around the hole agree. False: they could not be read, because
   * the counter was archived or deleted or its history stayed incomplete.
   */
  confirmed: boolean;
}
