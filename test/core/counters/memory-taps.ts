import { type Calendar, defaultCalendar } from "../../../core/calendar.ts";
import { conflict, retryConflicts } from "../../../core/conflict.ts";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import type { CountMark } from "../../../core/counters/count-mark.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import type {
  EarlierTap,
  EarlierTaps,
  TapStore,
  TapsChange,
  TapsWriteResult,
} from "../../../core/counters/taps/count-batch.ts";
import type {
  RecordedTaps,
  UndoStore,
  UndosChange,
  UndosDecision,
  UndosRequest,
} from "../../../core/counters/taps/undo.ts";

/** What befalls a write. */
export type Fault =
  /** Another write is under way: nothing is known of the counter. */
  | "conflict"
  /** Of several taps that were counted before, the refusal shows one. */
  | "one_reason"
  /** Written, and the response does not arrive. */
  | "lost_response"
  /** Not written, and no response arrives. */
  | "lost_request";

export class LostError extends Error {
  override readonly name = "LostError";
}

/** A counter in memory under the conditions that a transaction has. */
export class MemoryTaps implements TapStore, UndoStore {
  readonly events: CountEvent[] = [];
  /** By resolution and start. */
  readonly marks = new Map<string, CountMark>();
  readonly keys = new Map<string, CountEvent>();
  /** By the key of the tap; null for a tombstone. */
  readonly undone = new Map<string, number | null>();
  stored: StoredCounter | undefined;
  /** For the next writes, in order. */
  faults: (Fault | undefined)[] = [];
  /** Runs before each read of the counter and each write: others act here. */
  meanwhile: () => Promise<void> = async () => {};
  calendarNow = defaultCalendar;
  writes = 0;
  reads = 0;

  constructor(counter: StoredCounter | undefined) {
    this.stored = counter;
  }

  async counter(): Promise<StoredCounter | undefined> {
    await this.meanwhile();
    this.reads += 1;
    return this.stored;
  }

  async earlierTaps(_: unknown, idempotencyKeys: string[]): Promise<EarlierTaps> {
    if (new Set(idempotencyKeys).size < idempotencyKeys.length) throw new Error("a key twice");
    this.reads += 1;
    return this.#used(idempotencyKeys);
  }

  async calendar(): Promise<Calendar> {
    return this.calendarNow;
  }

  async writeTaps(change: TapsChange): Promise<TapsWriteResult> {
    await this.meanwhile();
    this.writes += 1;
    const fault = this.faults.shift();
    if (fault === "lost_request") throw new LostError();
    if (fault === "conflict") return { result: "conflict", earlier: new Map() };
    const result = this.#write(change, fault === "one_reason" ? 1 : change.taps.length);
    if (fault === "lost_response") throw new LostError();
    return result;
  }

  async undo<Result>(
    { idempotencyKeys, clock, attempts }: UndosRequest,
    decide: (taps: RecordedTaps) => UndosDecision<Result>,
  ) {
    return await retryConflicts<Result | undefined>(clock, { attempts, what: "it" }, async () => {
      const counter = await this.counter();
      if (counter === undefined) return undefined;
      const records = idempotencyKeys
        .filter((key) => this.keys.has(key) || this.undone.has(key))
        .map(
          (key) => [key, { event: this.keys.get(key), undoneBy: this.undone.get(key) }] as const,
        );
      const { result, write } = decide({ counter, records: new Map(records) });
      if (write === undefined) return result;
      await this.meanwhile();
      this.writes += 1;
      const fault = this.faults.shift();
      if (fault === "lost_request") throw new LostError();
      if (fault === "conflict" || !this.#writeUndos(write)) return conflict;
      if (fault === "lost_response") throw new LostError();
      return result;
    });
  }

  #writeUndos({ before, after, undos, tombstones }: UndosChange): boolean {
    const isSame = undos.length === 0 || this.stored?.version === before.version;
    const areNew = tombstones.every(({ idempotencyKey: key }) => this.#used([key]).size === 0);
    const areLeft = undos.every(
      ({ idempotencyKey: key }) => this.keys.has(key) && !this.undone.has(key),
    );
    if (!isSame || !areNew || !areLeft) return false;
    if (undos.length > 0) this.stored = after;
    for (const { event, idempotencyKey } of undos) {
      this.events.push(event);
      this.undone.set(idempotencyKey, event.lastEventId);
    }
    for (const { idempotencyKey } of tombstones) this.undone.set(idempotencyKey, null);
    return true;
  }

  #write({ before, after, taps, marks }: TapsChange, reasons: number): TapsWriteResult {
    const keys = taps.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
    if (new Set(keys).size < keys.length) throw new Error("an item twice in one transaction");
    const used = [...this.#used(keys)].slice(0, reasons);
    const isSame = this.stored?.version === before.version;
    if (used.length > 0 || !isSame) {
      return {
        result: "conflict",
        earlier: new Map(used),
        ...(this.stored && { counter: this.stored }),
      };
    }
    this.stored = after;
    for (const mark of marks) this.marks.set(`${mark.resolution}#${mark.at}`, mark);
    for (const { event, idempotencyKey } of taps) {
      this.events.push(event);
      if (idempotencyKey !== undefined) this.keys.set(idempotencyKey, event);
    }
    return { result: "written" };
  }

  #used(idempotencyKeys: string[]): EarlierTaps {
    return new Map(
      idempotencyKeys.flatMap((key): [string, EarlierTap][] => {
        const event = this.keys.get(key) ?? (this.undone.has(key) ? "undone" : undefined);
        return event === undefined ? [] : [[key, event]];
      }),
    );
  }
}
