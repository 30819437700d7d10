import * as z from "zod";
import type { Clock } from "../../clock.ts";
import type { CountEvent, Metadata } from "../count-event.ts";
import type { CounterKey, StoredCounter } from "../counter.ts";
import { countBy } from "./tap.ts";
import { knownForMs } from "./tap-limits.ts";

/**
 * Why a tap is not undone. `expired`: the undo came so late that the tap may have been counted and its
 * record be gone.
 */
export const UndoRefusal = z.enum(["locked", "out_of_range", "expired"]);
export type UndoRefusal = z.infer<typeof UndoRefusal>;

/** An undo of a tap; `Refusal` are reasons of the caller's own. */
export interface Undo<Refusal extends string = never> {
  /** That of the tap. */
  idempotencyKey: string;
  /** Of the undo's own event, besides what it undoes. */
  metadata: Metadata;
  undoneAt: string;
  /** Refuses the undo, whatever the counter says, unless the tap was undone before. */
  refusal?: Refusal | undefined;
}

/** What the record of a tap says. */
export interface TapRecord {
  /** Undefined for a tap that was never counted, or whose event is lost. */
  event: CountEvent | undefined;
  /** The lastEventId of its undo; null for a tombstone, undefined for a tap that was not undone. */
  undoneBy: number | null | undefined;
}

/** What undos are decided from. */
export interface RecordedTaps {
  counter: StoredCounter;
  /** By idempotency key. */
  records: ReadonlyMap<string, TapRecord>;
}

/** The changes of one transaction. */
export interface UndosChange {
  before: StoredCounter;
  after: StoredCounter;
  /** Each with the idempotency key of the tap that it undoes. */
  undos: { event: CountEvent; idempotencyKey: string }[];
  /** For taps that have not arrived; the time is the service's. */
  tombstones: { idempotencyKey: string; undoneAt: string }[];
}

export interface UndosDecision<Result> {
  result: Result;
  /** Absent when there is nothing to write. */
  write?: UndosChange;
}

export interface UndoStore {
  /**
   * Decides from the counter and the records of these taps as they are, and again where another writer
   * has changed them meanwhile; writes the change in one transaction. Undefined for a counter that does
   * not exist or is archived. Throws a ContentionError if every attempt meets a conflict.
   */
  undo<Result>(
    request: UndosRequest,
    decide: (taps: RecordedTaps) => UndosDecision<Result>,
  ): Promise<Result | undefined>;
}

export interface UndosRequest {
  key: CounterKey;
  idempotencyKeys: string[];
  clock: Pick<Clock, "backOff">;
  attempts: number;
}

export type UndoResult<Refusal extends string = never> =
  /** By the event with this id; null where the tap had not been counted. */
  | { result: "undone" | "repeated"; lastEventId: number | null }
  | { result: "refused"; reason: UndoRefusal | Refusal };

export interface UndosResult<Refusal extends string = never> {
  /** One per undo, in their order. */
  results: UndoResult<Refusal>[];
  /** The counter after the undos. */
  counter: StoredCounter;
}

/**
 * Undoes taps of one counter, one after the other: each tap once, whatever comes again. The mode does
 * not bind an undo, because it cancels what the counter has accepted.
 */
export function decideUndos<Refusal extends string>(
  { counter, records }: RecordedTaps,
  undos: Undo<Refusal>[],
  nowMs: number,
): UndosDecision<UndosResult<Refusal>> {
  const known = new Map(records);
  const change: UndosChange = { before: counter, after: counter, undos: [], tombstones: [] };
  const results = undos.map((undo) => {
    const { idempotencyKey } = undo;
    const { result, counted } = undoOne(change.after, known.get(idempotencyKey), { undo, nowMs });
    if (result.result !== "undone") return result;
    known.set(idempotencyKey, { event: undefined, undoneBy: result.lastEventId });
    if (counted === undefined) {
      const undoneAt = new Date(nowMs).toISOString();
      change.tombstones.push({ idempotencyKey, undoneAt });
    } else {
      change.after = counted.counter;
      change.undos.push({ event: counted.event, idempotencyKey });
    }
    return result;
  });
  const result = { results, counter: change.after };
  const isEmpty = change.undos.length + change.tombstones.length === 0;
  return isEmpty ? { result } : { result, write: change };
}

/** Result of one undo, and what it writes. `undone` without `counted` leaves a tombstone. */
function undoOne<Refusal extends string>(
  counter: StoredCounter,
  record: TapRecord | undefined,
  { undo, nowMs }: { undo: Undo<Refusal>; nowMs: number },
): { result: UndoResult<Refusal>; counted?: { counter: StoredCounter; event: CountEvent } } {
  const refused = (reason: UndoRefusal | Refusal) => ({
    result: { result: "refused" as const, reason },
  });
  if (record?.undoneBy !== undefined) {
    return { result: { result: "repeated", lastEventId: record.undoneBy } };
  }
  if (undo.refusal !== undefined) return refused(undo.refusal);
  if (record === undefined) {
    const mayBeLost = nowMs - Date.parse(undo.undoneAt) > knownForMs;
    return mayBeLost ? refused("expired") : { result: { result: "undone", lastEventId: null } };
  }
  if (record.event === undefined) return refused("expired");
  if (counter.locked) return refused("locked");
  const { delta, lastEventId: undoes } = record.event;
  const metadata = { ...undo.metadata, undoes };
  const counted = countBy(counter, { delta: -delta, metadata, nowMs });
  if (counted === undefined) return refused("out_of_range");
  return { result: { result: "undone", lastEventId: counted.event.lastEventId }, counted };
}
