import {
  type InitialCounterSettings,
  newCounter,
  type StoredCounter,
} from "../../../core/counters/counter.ts";
import { isEventOf, tap } from "../../../core/counters/taps/tap.ts";
import { idempotencyDays } from "../../../core/counters/taps/tap-limits.ts";
import { decideUndos, type TapRecord } from "../../../core/counters/taps/undo.ts";
import type { CountView } from "../../../core/counting/count-view.ts";
import type { TapOutcome, TapRequest } from "../../../core/counting/credential-taps.ts";
import type { UndoOutcome, UndoRequest } from "../../../core/counting/credential-undos.ts";

export interface CountedTap {
  tapId: string;
  credentialId: string;
  counterId: string;
  delta: number;
  version: number;
  /** Of this tap it is the undo. */
  undo: boolean;
}

/** What the service does with taps, in memory: `core` decides, as it does in the real one. */
export class ModelService {
  readonly counters = new Map<string, StoredCounter>();
  readonly history: CountedTap[] = [];
  readonly #records = new Map<string, TapRecord & { atMs: number }>();
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

  /** Undoes taps as one transaction does; each has an answer of its own. */
  undo(credentialId: string, counterId: string, requests: readonly UndoRequest[]): UndoOutcome[] {
    const nowMs = this.#now();
    const before = this.#counter(counterId);
    const undos = requests.map(({ id, undoneAt }) => {
      return { id, idempotencyKey: `${counterId}/${credentialId}/${id}`, metadata: {}, undoneAt };
    });
    const records = new Map(
      undos.flatMap(({ idempotencyKey }) => {
        const record = this.#record(idempotencyKey);
        return record === undefined ? [] : [[idempotencyKey, record] as const];
      }),
    );
    const { result, write } = decideUndos<never>({ counter: before, records }, undos, nowMs);
    for (const { idempotencyKey } of write?.tombstones ?? []) {
      this.#records.set(idempotencyKey, { event: undefined, undoneBy: null, atMs: nowMs });
    }
    for (const [index, { event, idempotencyKey }] of (write?.undos ?? []).entries()) {
      const record = this.#record(idempotencyKey) ?? { event: undefined, atMs: nowMs };
      this.#records.set(idempotencyKey, { ...record, undoneBy: event.lastEventId });
      const tapId = idempotencyKey.split("/").at(-1) ?? "";
      const version = before.version + index + 1;
      const { delta } = event;
      this.history.push({ tapId, credentialId, counterId, delta, version, undo: true });
    }
    this.counters.set(counterId, result.counter);
    return undos.map(({ id }, index) => {
      const answer = result.results[index];
      if (answer === undefined) throw new Error("an undo without an answer");
      return { id, ...answer };
    });
  }

  #countOne(credentialId: string, counterId: string, request: TapRequest): TapOutcome {
    const { id, direction } = request;
    const key = `${counterId}/${credentialId}/${id}`;
    const earlier = this.#record(key);
    if (earlier !== undefined) {
      if (earlier.event === undefined) return { id, result: "undone" };
      const { lastEventId } = earlier.event;
      const isSame = isEventOf(earlier.event, { direction, metadata: null });
      if (!isSame) return { id, result: "refused", reason: "key_reused" };
      return { id, result: "repeated", lastEventId };
    }
    const result = tap(this.#counter(counterId), { direction, metadata: null }, this.#now());
    if (result.result === "refused") return { id, result: "refused", reason: result.reason };
    const { counter, event } = result;
    this.counters.set(counterId, counter);
    this.#records.set(key, { event, undoneBy: undefined, atMs: this.#now() });
    const { version } = counter;
    const { delta, lastEventId } = event;
    this.history.push({ tapId: id, credentialId, counterId, delta, version, undo: false });
    return { id, result: "counted", lastEventId };
  }

  #record(key: string) {
    const record = this.#records.get(key);
    const knownMs = idempotencyDays * 86_400_000;
    return record && this.#now() - record.atMs < knownMs ? record : undefined;
  }

  #counter(id: string): StoredCounter {
    const counter = this.counters.get(id);
    if (counter === undefined) throw new Error(`no counter ${id}`);
    return counter;
  }
}
