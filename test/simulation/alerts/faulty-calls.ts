import type { Chance } from "../chance.ts";
import type { VirtualTime } from "../virtual-time.ts";

export class Crash extends Error {}
export class Throttled extends Error {}

export function isFault(error: unknown): boolean {
  return error instanceof Crash || error instanceof Throttled;
}

/** A process: a function's invocation, a request or an operator's command. */
export interface Actor {
  crashed: boolean;
}

/** Every call fails from one moment to another, in milliseconds since the epoch. */
export interface Outage {
  fromMs: number;
  toMs: number;
}

export interface FaultyCallsOptions {
  time: VirtualTime;
  chance: Chance;
  faults: number;
  outage: Outage | undefined;
}

/** Calls to the outside: they take time, in which others run, and can fail in every way. */
export class FaultyCalls {
  crashes = 0;
  throttles = 0;
  conflicts = 0;
  readonly #time: VirtualTime;
  readonly #chance: Chance;
  readonly #faults: number;
  readonly #outage: Outage | undefined;

  constructor({ time, chance, faults, outage }: FaultyCallsOptions) {
    this.#time = time;
    this.#chance = chance;
    this.#faults = faults;
    this.#outage = outage;
  }

  /** A call whose caller may end before it or after it. Every call after that ends as well. */
  async call<Result>(actor: Actor, effect: () => Result | Promise<Result>): Promise<Result> {
    await this.#time.sleep(this.#latencyMs());
    if (actor.crashed || this.#chance.happens(this.#faults)) throw this.#crash(actor);
    if (this.#isOut() || this.#chance.happens(this.#faults)) {
      this.throttles += 1;
      throw new Throttled("too many requests");
    }
    const result = await effect();
    if (this.#chance.happens(0.3)) await this.#time.sleep(this.#latencyMs());
    // Also when the response to a successful write is lost.
    if (actor.crashed || this.#chance.happens(this.#faults)) throw this.#crash(actor);
    return result;
  }

  /** A transaction: it can also meet another one. */
  async transaction<Result>(
    actor: Actor,
    effect: () => Result | Promise<Result>,
    conflict: Result,
  ): Promise<Result> {
    return await this.call(actor, () => {
      if (!this.#chance.happens(this.#faults)) return effect();
      this.conflicts += 1;
      return conflict;
    });
  }

  /** Before a write is repeated. */
  async backOff(conflicts: number): Promise<void> {
    this.conflicts += 1;
    await this.#time.sleep(this.#chance.between(1, 20 * Math.min(conflicts, 10)));
  }

  #isOut(): boolean {
    const { fromMs, toMs } = this.#outage ?? { fromMs: 0, toMs: 0 };
    return fromMs <= this.#time.nowMs && this.#time.nowMs < toMs;
  }

  // Now and then a process is frozen, and goes on long after others have taken over.
  #latencyMs(): number {
    return this.#chance.happens(0.02)
      ? this.#chance.between(100, 2_000)
      : this.#chance.between(1, 20);
  }

  #crash(actor: Actor): Crash {
    if (!actor.crashed) this.crashes += 1;
    actor.crashed = true;
    return new Crash("the process ended");
  }
}
