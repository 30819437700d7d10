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
/** Of one counter. More than this many pages, 250,000 events, are left to the next round: other counters wait. */
const pagesOfRound = 500;

/** Reads what is missing from the histories. */
export class HistoryFiller {
  readonly #parts: FillerParts;
  /** Since when a counter could not be filled up to a number, in this process. */
  readonly #stuck = new Map<string, { sinceMs: number; top: number }>();
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
    } catch (error) {
      const isUnreadable = statusOf(error) === 404;
      const isIncomplete = error instanceof CountingError && error.code === incomplete;
      if (!isUnreadable && !isIncomplete) throw error;
      if (isUnreadable) this.#unreadable.add(counterId);
      const top = await this.#stuckForLong(gap);
      if (top === undefined) {
        if (isIncomplete) throw error;
        return;
      }
      if (isUnreadable) await this.#passHeld(counterId, top);
      else await this.#fill({ ...gap, top, isGivenUp: true });
    }
    this.#stuck.delete(counterId);
  }

  /** The number that was known all the time that is waited for: events above it can still come. Undefined before. */
  async #stuckForLong({ counterId, top }: Gap): Promise<number | undefined> {
    const { now, giveUpSeconds, store } = this.#parts;
    const completeTo = (await store.load(counterId))?.completeTo ?? 0;
    const before = this.#stuck.get(counterId);
    // A gap can have closed by itself since: then this is another one.
    const stuck = before && completeTo < before.top ? before : { sinceMs: now(), top };
    // A clock that was set back begins the wait again.
    this.#stuck.set(counterId, { ...stuck, sinceMs: Math.min(stuck.sinceMs, now()) });
    return now() - stuck.sinceMs >= giveUpSeconds * 1_000 ? stuck.top : undefined;
  }

  async #passHeld(counterId: string, top: number): Promise<void> {
    await this.#parts.change(counterId, (position) => {
      const numbers = position.held.map(({ count }) => count.lastEventId);
      const through = Math.max(0, ...numbers.filter((number) => number <= top));
      return changeThrough(position, counterId, { events: [], through, confirmed: false });
    });
  }

  /** Up to the number that was known at the beginning, and not for ever: the next round does the rest. */
  async #fill(gap: Gap): Promise<void> {
    const { client, store, pageSize } = this.#parts;
    const { counterId, signal } = gap;
    const newestPage = { completeTo: 0, emptyTo: 0, step: Number.POSITIVE_INFINITY };
    let search: GapSearch = { ...newestPage, top: gap.top, pageSize };
    for (let pages = 0; pages < pagesOfRound; pages += 1) {
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
        const isEnd = gap.isGivenUp || (await this.#isConfirmedEnd(gap, events[0]));
        if (!isEnd) return;
        await this.#pass(gap, { events: [], through: gap.top });
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
   * No event follows the newest one of the history, although a higher number is known. True where the counter says that nothing
   * was counted since, false where something was: its event, in the next round, shows what is before it.
   */
  async #isConfirmedEnd(gap: Gap, newest: CountEvent | undefined): Promise<boolean> {
    const { counterId, top, signal } = gap;
    const counter = await this.#parts.client.counter(counterId, { signal });
    if (counter.lastEventId > top) return false;
    const isReserve = top >= reservesEndAbove && counter.count === (newest?.count ?? 0);
    if (isReserve) return true;
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
