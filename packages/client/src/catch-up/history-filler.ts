import type { Count, CountEvent } from "../counter.ts";
import type { CountingClient } from "../counting-client.ts";
import { CountingError } from "../counting-error.ts";
import { type GapSearch, highestToRead, nextRead, searchFrom } from "./gap-search.ts";
import { changeThrough, type Part, type Start } from "./rules.ts";
import type { CatchUpStore, Change } from "./store.ts";

interface FillerParts {
  client: Pick<CountingClient, "counter" | "historyPage">;
  store: CatchUpStore;
  giveUpSeconds: number;
  pageSize: number;
  now: () => number;
  change(counterId: string, compute: (position: Start) => Change | undefined): Promise<unknown>;
}

/** A counter to fill. */
interface Gap {
  counterId: string;
  /** The highest number that is known. */
  top: number;
  signal: AbortSignal | undefined;
  /** Take what there is; numbers that are missing are not confirmed. */
  isGivenUp?: boolean;
}

/**
 * Numbers that no event has end at the time of a restore, in milliseconds. Missing numbers below this one, of the year
 * 2001, always belong to events.
 */
const reservesEndAbove = 1_000_000_000_000;
const incomplete = "INCOMPLETE_HISTORY";

/** Reads what is missing from the histories. */
export class HistoryFiller {
  readonly #parts: FillerParts;
  /** Since when a counter could not be filled, in this process. */
  readonly #stuckSinceMs = new Map<string, number>();
  /** Counters that were 404 since the last list: archived or deleted. */
  readonly #unreadable = new Set<string>();

  constructor(parts: FillerParts) {
    this.#parts = parts;
  }

  /** A new list has come: what was unreadable is tried again. */
  retryUnreadable(): void {
    this.#unreadable.clear();
  }

  /** Fills each counter up to a number. One that fails holds up no other, unless all would fail. */
  async fillAll(targets: Map<string, number>, signal: AbortSignal | undefined): Promise<void> {
    let failure: unknown;
    for (const [counterId, top] of targets) {
      try {
        await this.#fillOrGiveUp({ counterId, top, signal });
      } catch (error) {
        if (signal?.aborted) throw error;
        failure ??= error;
        const concernsAll = [401, 403, 429].includes(statusOf(error) ?? 0);
        if (concernsAll) break;
      }
    }
    if (failure !== undefined) throw failure;
  }

  async #fillOrGiveUp(gap: Gap): Promise<void> {
    const { counterId } = gap;
    if (this.#unreadable.has(counterId)) return;
    try {
      await this.#fill(gap);
      this.#stuckSinceMs.delete(counterId);
    } catch (error) {
      const isUnreadable = statusOf(error) === 404;
      const isIncomplete = error instanceof CountingError && error.code === incomplete;
      if (!isUnreadable && !isIncomplete) throw error;
      if (isUnreadable) this.#unreadable.add(counterId);
      if (!this.#isStuckForLong(counterId)) {
        if (isIncomplete) throw error;
        return;
      }
      if (isUnreadable) await this.#passHeld(counterId);
      else await this.#fill({ ...gap, isGivenUp: true });
      this.#stuckSinceMs.delete(counterId);
    }
  }

  #isStuckForLong(counterId: string): boolean {
    const { now, giveUpSeconds } = this.#parts;
    const sinceMs = this.#stuckSinceMs.get(counterId) ?? now();
    // A clock that was set back begins the wait again.
    this.#stuckSinceMs.set(counterId, Math.min(sinceMs, now()));
    return now() - sinceMs >= giveUpSeconds * 1_000;
  }

  async #passHeld(counterId: string): Promise<void> {
    await this.#parts.change(counterId, (position) => {
      const through = Math.max(0, ...position.held.map(({ count }) => count.lastEventId));
      return changeThrough(position, counterId, { events: [], through, confirmed: false });
    });
  }

  async #fill(gap: Gap): Promise<void> {
    const { client, store, pageSize } = this.#parts;
    const { counterId, signal } = gap;
    const newestPage = { completeTo: 0, emptyTo: 0, step: Number.POSITIVE_INFINITY };
    let search: GapSearch = { ...newestPage, top: gap.top, pageSize };
    for (;;) {
      const completeTo = (await store.load(counterId))?.completeTo ?? 0;
      if (completeTo >= search.top) return;
      search = searchFrom(search, completeTo);
      const page = { limit: pageSize, beforeEventId: highestToRead(search) + 1, signal };
      const { events } = await client.historyPage(counterId, page);
      const next = nextRead(search, events);
      if (next.action === "pass") {
        if (!gap.isGivenUp) assertUnbroken(counterId, completeTo, events);
        await this.#pass(gap, { events: next.events.map(countIn), through: next.through });
        search = { ...search, step: pageSize };
      } else if (next.action === "confirmEnd") {
        const { top } = search;
        const known = gap.isGivenUp ? top : await this.#confirmedEnd(gap, top, events[0]);
        if (known > top) search = { ...search, top: known };
        else await this.#pass(gap, { events: [], through: top });
      } else {
        const { action: _, ...moved } = next;
        search = { ...search, ...moved };
      }
    }
  }

  async #pass({ counterId, isGivenUp = false }: Gap, part: Omit<Part, "confirmed">): Promise<void> {
    const confirmed = !isGivenUp;
    await this.#parts.change(counterId, (start) =>
      changeThrough(start, counterId, { ...part, confirmed }),
    );
  }

  /**
   * No event follows the newest one of the history, although a higher number is known. Returns that number where the
   * counter says that nothing was counted since, and the counter's own where it is higher.
   */
  async #confirmedEnd(gap: Gap, top: number, newest: CountEvent | undefined): Promise<number> {
    const { counterId, signal } = gap;
    const counter = await this.#parts.client.counter(counterId, { signal });
    if (counter.lastEventId > top) return counter.lastEventId;
    const isReserve = top >= reservesEndAbove && counter.count === (newest?.count ?? 0);
    if (isReserve) return top;
    throw missingAfter(counterId, newest?.lastEventId ?? 0);
  }
}

/** Throws where numbers are missing in a page, newest first, that may belong to events. */
function assertUnbroken(counterId: string, completeTo: number, events: CountEvent[]): void {
  for (const [index, { lastEventId, previousCount }] of events.entries()) {
    if (lastEventId <= completeTo) return;
    const before = events[index + 1];
    const numberBefore = Math.max(completeTo, before?.lastEventId ?? 0);
    if (lastEventId === numberBefore + 1) continue;
    const isReserve = lastEventId > reservesEndAbove && previousCount === (before?.count ?? 0);
    if (!isReserve) throw missingAfter(counterId, numberBefore);
  }
}

function missingAfter(counterId: string, number: number): CountingError {
  const message = `The history of ${counterId} is incomplete after #${number}`;
  return new CountingError(message, { code: incomplete });
}

function countIn({ id: _, metadata: __, ...count }: CountEvent): Count {
  return count;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof CountingError ? error.status : undefined;
}
