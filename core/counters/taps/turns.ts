import type { TurnClock } from "../../clock.ts";
import type { CounterKey } from "../counter.ts";

/** Stores for each counter when the last turn that was reserved ends. */
export interface TurnStore {
  /**
   * Reserves a turn: it begins when the last one ends, or now if that is past. Returns undefined when
   * that would be after `latestMs`.
   */
  reserve(key: CounterKey, turn: TurnRequest): Promise<ReservedTurn | undefined>;
}

/** In milliseconds since the epoch. */
export interface ReservedTurn {
  beginsMs: number;
  /** When the turn before it began; undefined if that one was over when this one was reserved. */
  beforeMs?: number | undefined;
}

/** Whole milliseconds; the times since the epoch. */
export interface TurnRequest {
  nowMs: number;
  lengthMs: number;
  latestMs: number;
}

/** How long an instance takes turns on a counter after it last met others there. */
const crowdedMs = 2_000;
/** In a longer line random waits are as good. Ten waits must end within a function's 10 s. */
const longestWaitMs = 750;
/** The part of a used turn after which the next one may read: the write is done, its response not. */
const exclusive = 0.9;
/** The part of its turn after which a request that came too early reads again. */
const readAgainAfter = 0.1;
const turnMs = { first: 25, shortest: 10, longest: 200 };
/** The weight of one more turn in the average. */
const learning = 0.2;
/** More counters than one instance serves in `crowdedMs`. */
const remembered = 1_000;

/** The turns of one request on a counter. */
export interface Turn {
  /** True when others were met on the counter a moment ago: it waits for a turn before it reads. */
  isCrowded: boolean;
  /**
   * Waits for a turn, or as `backOff` does where there is none. Takes the number of conflicts so
   * far, 0 before the first attempt.
   */
  wait(conflicts: number): Promise<void>;
  /**
   * Reads the counter in the turn. Until the turn before has written it, reads it again, but for no
   * longer than a turn: that request may have failed.
   */
  read<Counter extends ChangedCounter>(read: ReadCounter<Counter>): Promise<Counter | undefined>;
  /** Tells that the counter was written: later turns become as long as this one had to be. */
  used(): void;
}

interface ChangedCounter {
  updatedAt: string;
}

type ReadCounter<Counter> = () => Promise<Counter | undefined>;

/** A turn that has begun; without one before it also where none could be had. */
interface BegunTurn {
  /** When nobody else's turn was in the way. */
  startedMs: number;
  lengthMs: number;
  beforeMs?: number | undefined;
}

/**
 * Gives each request on a crowded counter a time of its own after one met a conflict. Turns only
 * order the attempts, each of which has its conditions: one that is lost, missed or given twice
 * costs a wait or a conflict.
 */
export class Turns {
  readonly #store: TurnStore;
  readonly #clock: TurnClock;
  readonly #crowdedUntilMs = new Map<string, number>();
  #lengthMs = turnMs.first;

  constructor(store: TurnStore, clock: TurnClock) {
    this.#store = store;
    this.#clock = clock;
  }

  on(key: CounterKey): Turn {
    let begun: BegunTurn | undefined;
    return {
      isCrowded: (this.#crowdedUntilMs.get(key.counterId) ?? 0) > this.#clock.now(),
      wait: async (conflicts) => {
        begun = await this.#wait(key, conflicts);
      },
      read: async (read) => (begun === undefined ? await read() : await this.#read(begun, read)),
      used: () => {
        if (begun !== undefined) this.#learn(this.#clock.now() - begun.startedMs);
      },
    };
  }

  async #wait(key: CounterKey, conflicts: number): Promise<BegunTurn> {
    const nowMs = this.#clock.now();
    const lengthMs = Math.round(this.#lengthMs);
    const reserved = await this.#reserve(key, { nowMs, lengthMs });
    if (conflicts > 0 || reserved?.beginsMs !== nowMs) this.#remember(key, nowMs);
    if (reserved === undefined) {
      await this.#clock.backOff(Math.max(1, conflicts));
      return { startedMs: this.#clock.now(), lengthMs };
    }
    const { beginsMs, beforeMs } = reserved;
    await this.#clock.sleepUntil(beginsMs);
    return { startedMs: beginsMs, lengthMs, beforeMs };
  }

  // A write has the time at which it was planned, within its turn and by the clock that waited for it.
  async #read<Counter extends ChangedCounter>(
    turn: BegunTurn,
    read: ReadCounter<Counter>,
  ): Promise<Counter | undefined> {
    const { beforeMs = 0, lengthMs } = turn;
    const latestMs = turn.startedMs + lengthMs;
    const isBefore = (counter?: Counter) => Date.parse(counter?.updatedAt ?? "") < beforeMs;
    let counter = await read();
    while (isBefore(counter) && this.#clock.now() < latestMs) {
      await this.#clock.sleepUntil(this.#clock.now() + lengthMs * readAgainAfter);
      turn.startedMs = this.#clock.now();
      counter = await read();
    }
    return counter;
  }

  #learn(usedMs: number): void {
    const bounded = Math.min(turnMs.longest, Math.max(turnMs.shortest, usedMs * exclusive));
    this.#lengthMs += (bounded - this.#lengthMs) * learning;
  }

  /** Nobody's taps depend on turns: where they cannot be had, attempts meet as they would without. */
  async #reserve(key: CounterKey, turn: Pick<TurnRequest, "nowMs" | "lengthMs">) {
    try {
      return await this.#store.reserve(key, { ...turn, latestMs: turn.nowMs + longestWaitMs });
    } catch {
      return undefined;
    }
  }

  #remember({ counterId }: CounterKey, nowMs: number): void {
    if (this.#crowdedUntilMs.size >= remembered) this.#crowdedUntilMs.clear();
    this.#crowdedUntilMs.set(counterId, nowMs + crowdedMs);
  }
}
