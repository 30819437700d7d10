import {
  type InitialCounterSettings,
  newCounter,
  type StoredCounter,
} from "../../../core/counters/counter.ts";
import { tap } from "../../../core/counters/taps/tap.ts";
import type { CountView } from "../../../core/counting/count-view.ts";
import type { TapOutcome, TapRequest } from "../../../core/counting/credential-taps.ts";

export interface CountedTap {
  tapId: string;
  credentialId: string;
  counterId: string;
  delta: number;
  version: number;
}

/** What the service does with taps, in memory: `core` decides, as it does in the real one. */
export class ModelService {
  readonly counters = new Map<string, StoredCounter>();
  readonly history: CountedTap[] = [];
  readonly #results = new Map<string, { direction: string; lastEventId: number; atMs: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  addCounter(id: string, settings: Partial<InitialCounterSettings> = {}): StoredCounter {
    const key = { organizationId: "org_1", counterId: id };
    const counter = newCounter({ name: "Main entrance", ...settings }, key, this.#now());
    this.counters.set(id, counter);
    return counter;
  }

  change(id: string, settings: Partial<StoredCounter>): void {
    const counter = this.#counter(id);
    this.counters.set(id, { ...counter, ...settings, version: counter.version + 1 });
  }

  view(id: string): CountView {
    const counter = this.#counter(id);
    const { name, count, incrementStep, decrementStep, mode } = counter;
    const { goalTarget, locked, lastEventId, version } = counter;
    const settings = { name, count, incrementStep, decrementStep, mode, goalTarget, locked };
    const servedAt = new Date(this.#now()).toISOString();
    return { id, ...settings, lastEventId, version, group: null, servedAt };
  }

  /** Counts taps as one transaction does; each has an answer of its own. */
  count(credentialId: string, counterId: string, taps: readonly TapRequest[]): TapOutcome[] {
    return taps.map((each) => this.#countOne(credentialId, counterId, each));
  }

  #countOne(credentialId: string, counterId: string, request: TapRequest): TapOutcome {
    const { id, direction } = request;
    const key = `${counterId}/${credentialId}/${id}`;
    const earlier = this.#results.get(key);
    if (earlier !== undefined && this.#now() - earlier.atMs < 30 * 86_400_000) {
      if (earlier.direction !== direction) return { id, result: "refused", reason: "key_reused" };
      return { id, result: "repeated", lastEventId: earlier.lastEventId };
    }
    const result = tap(this.#counter(counterId), { direction, metadata: null }, this.#now());
    if (result.result === "refused") return { id, result: "refused", reason: result.reason };
    const { counter, event } = result;
    this.counters.set(counterId, counter);
    this.#results.set(key, {
      direction,
      lastEventId: event.lastEventId,
      atMs: this.#now(),
    });
    const { version } = counter;
    this.history.push({ tapId: id, credentialId, counterId, delta: event.delta, version });
    return { id, result: "counted", lastEventId: event.lastEventId };
  }

  #counter(id: string): StoredCounter {
    const counter = this.counters.get(id);
    if (counter === undefined) throw new Error(`no counter ${id}`);
    return counter;
  }
}
