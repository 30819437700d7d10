import type { TurnClock } from "../../clock.ts";
import type { CounterKey } from "../counter.ts";

/** Stores for each counter when the last turn that was reserved ends. */
export interface TurnStore {
  /**
   * Reserves a turn: it begins when the last one ends, or now if that is past. Returns when it begins,
   * in milliseconds since the epoch; undefined when that would be after `latestMs`.
   */
  reserve(key: CounterKey, turn: TurnRequest): Promise<number | undefined>;
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
const exclusive = 0.8;
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
  /** Tells that the counter was written: later turns become as long as this one had to be. */
  used(): void;
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
    let beganMs: number | undefined;
    return {
      isCrowded: (this.#crowdedUntilMs.get(key.counterId) ?? 0) > this.#clock.now(),
      wait: async (conflicts) => {
        beganMs = await this.#wait(key, conflicts);
      },
      used: () => {
        if (beganMs !== undefined) this.#learn(this.#clock.now() - beganMs);
      },
    };
  }

  /** Returns when the turn began. */
  async #wait(key: CounterKey, conflicts: number): Promise<number> {
    const nowMs = this.#clock.now();
    const beginsMs = await this.#turn(key, nowMs);
    if (conflicts > 0 || beginsMs !== nowMs) this.#remember(key, nowMs);
    if (beginsMs === undefined) {
      await this.#clock.backOff(Math.max(1, conflicts));
      return this.#clock.now();
    }
    await this.#clock.sleepUntil(beginsMs);
    return beginsMs;
  }

  #learn(usedMs: number): void {
    const bounded = Math.min(turnMs.longest, Math.max(turnMs.shortest, usedMs * exclusive));
    this.#lengthMs += (bounded - this.#lengthMs) * learning;
  }

  /** Nobody's taps depend on turns: where they cannot be had, attempts meet as they would without. */
  async #turn(key: CounterKey, nowMs: number): Promise<number | undefined> {
    const lengthMs = Math.round(this.#lengthMs);
    const turn = { nowMs, lengthMs, latestMs: nowMs + longestWaitMs };
    try {
      return await this.#store.reserve(key, turn);
    } catch {
      return undefined;
    }
  }

  #remember({ counterId }: CounterKey, nowMs: number): void {
    if (this.#crowdedUntilMs.size >= remembered) this.#crowdedUntilMs.clear();
    this.#crowdedUntilMs.set(counterId, nowMs + crowdedMs);
  }
}
