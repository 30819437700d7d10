import type { Calendar } from "../../calendar.ts";
import type { Clock } from "../../clock.ts";
import { conflict, retryConflicts } from "../../conflict.ts";
import { type CountEvent, causeOf } from "../count-event.ts";
import { type CountMark, marksOfCount, needsCalendar } from "../count-mark.ts";
import type { CounterKey, StoredCounter } from "../counter.ts";
import { keptPeak, raisedPeak, replacePeak } from "../peak.ts";
import { isEventOf, type Tap, type TapRefusal, tap } from "./tap.ts";
import { maximumBatch } from "./tap-limits.ts";

/** What taps need; each write is one transaction. */
export interface TapStore {
  /** Undefined for a counter that does not exist or is archived. */
  counter(key: CounterKey): Promise<StoredCounter | undefined>;
  /** What was written under these idempotency keys; keys without a record are absent. */
  earlierTaps(key: CounterKey, idempotencyKeys: string[]): Promise<EarlierTaps>;
  calendar(organizationId: string): Promise<Calendar>;
  /** Writes on condition that the counter is as it was, and that no key was used before. */
  writeTaps(change: TapsChange): Promise<TapsWriteResult>;
}

/** The event of a tap that was counted; `undone` for one that was undone before it arrived. */
export type EarlierTap = CountEvent | "undone";

/** By idempotency key what was written under it. */
export type EarlierTaps = Map<string, EarlierTap>;

/** Taps that count, in their order. */
export interface TapsChange {
  before: StoredCounter;
  after: StoredCounter;
  taps: { event: CountEvent; idempotencyKey?: string | undefined }[];
  /** Of the minute, hour and day that the first of the taps begins. */
  marks: CountMark[];
}

export type TapsWriteResult =
  | { result: "written" }
  /** Nothing was written. */
  | {
      result: "conflict";
      /** The counter as it is now, where that is known. */
      counter?: StoredCounter;
      /** Taps of the change that were counted before; perhaps not all of them. */
      earlier: EarlierTaps;
    };

/** A tap in a batch; `Refusal` are reasons of the caller's own. */
export interface BatchedTap<Refusal extends string = never> {
  tap: Tap;
  /** Makes a repetition of this tap return the first result instead of counting again. */
  idempotencyKey?: string | undefined;
  /** Refuses the tap, whatever the counter says, unless it was counted before. */
  refusal?: Refusal | undefined;
}

export interface BatchRequest<Refusal extends string = never> {
  key: CounterKey;
  taps: BatchedTap<Refusal>[];
  /** The counter as the caller saw it; saves a read. */
  known?: KnownCounter | undefined;
  /** How many conflicts in a row it may meet; 40 unless given. */
  attempts?: number | undefined;
}

export interface KnownCounter {
  counter: StoredCounter | undefined;
  /** True for one that was read before the taps were made: by itself it refuses none. */
  outdated: boolean;
}

export type CountResult<Refusal extends string = never> =
  | { result: "counted"; counter: StoredCounter; event: CountEvent }
  /** The same tap was counted under this idempotency key before. */
  | { result: "repeated"; event: CountEvent }
  /** It was undone before it arrived: nothing is counted. */
  | { result: "undone" }
  /** Another tap was counted under this idempotency key, with this event. */
  | { result: "key_reused"; event: CountEvent }
  | { result: "refused"; reason: TapRefusal | Refusal; counter: StoredCounter }
  | { result: "no_such_counter" };

export interface BatchResult<Refusal extends string = never> {
  /** One per tap, in their order. */
  results: CountResult<Refusal>[];
  /** The counter after the taps; undefined for one that does not exist. */
  counter: StoredCounter | undefined;
}

/**
 * Counts taps of one counter as one after the other would count, in one transaction: each has its
 * own result and its own event. Throws a ContentionError if every attempt meets a conflict; nothing is
 * counted then.
 * When it throws because a response was lost, all or none of the rest was counted, and a repetition
 * under the same keys finds out which.
 */
export async function countBatch<Refusal extends string = never>(
  store: TapStore,
  clock: Clock,
  { key, taps, known, attempts }: BatchRequest<Refusal>,
): Promise<BatchResult<Refusal>> {
  if (taps.length > maximumBatch) throw new Error(`a batch has at most ${maximumBatch} taps`);
  const earlier: EarlierTaps = new Map();
  let seen = known;
  const contention = { ...contended(key), ...(attempts !== undefined && { attempts }) };
  return await retryConflicts<BatchResult<Refusal>>(clock, contention, async () => {
    for (;;) {
      seen ??= { counter: await store.counter(key), outdated: false };
      const plan = await planWithLookups(
        store,
        { key, taps, seen },
        { earlier, nowMs: clock.now() },
      );
      if (plan === "outdated") {
        seen = undefined;
        continue;
      }
      const { results, after, counted } = plan;
      if (seen.counter === undefined || after === undefined || counted.length === 0) {
        return { results, counter: after };
      }
      const plain = { before: seen.counter, after, taps: counted };
      const change = await withMarks(store, plain);
      const written = await store.writeTaps(change);
      if (written.result === "written") return { results, counter: change.after };
      for (const [used, event] of written.earlier) earlier.set(used, event);
      if (written.earlier.size > 0) {
        // No conflict, but taps that were counted before: the rest goes again at once.
        seen = written.counter && { counter: written.counter, outdated: false };
        continue;
      }
      // After the wait, the state that met the conflict would meet the next one: read it again.
      seen = undefined;
      return conflict;
    }
  });
}

/**
 * A change with the marks that the first of its events begins, and with the day's peak. Events that are
 * written together have one time, so no other can begin an interval.
 */
export async function withMarks<Counted extends { event: CountEvent }>(
  store: Pick<TapStore, "calendar">,
  { before, after, taps }: { before: StoredCounter; after: StoredCounter; taps: Counted[] },
) {
  const marks = await marksBefore(store, before, taps[0]?.event);
  const beginsDay = marks.some(({ resolution }) => resolution === "day");
  const peak = taps.reduce(
    (kept, { event }) =>
      raisedPeak(kept, {
        ...{ level: BigInt(event.count), at: event.createdAt, cause: causeOf(event) },
      }),
    beginsDay ? {} : keptPeak(before),
  );
  return { before, after: replacePeak(after, peak), taps, marks };
}

/** The marks that the first event begins. */
export async function marksBefore(
  store: Pick<TapStore, "calendar">,
  counter: StoredCounter,
  first: CountEvent | undefined,
): Promise<CountMark[]> {
  if (first === undefined) return [];
  const { createdAt: at, lastEventId: position } = first;
  const calendar = needsCalendar(counter, at)
    ? await store.calendar(counter.organizationId)
    : undefined;
  const before = { ...counter, level: BigInt(counter.count) };
  return marksOfCount(before, { at, position }, calendar);
}

/** How many attempts a contended counter gets, and its name in the error. */
export function contended({ counterId }: CounterKey): { attempts: number; what: string } {
  // Every conflict means that another change was written, so this many in a row are rare. The waits
  // after them are eight seconds at most, within the ten that a function of the console has.
  return { attempts: 40, what: `counter ${counterId}` };
}

/**
 * A plan that refuses no tap that was counted before: such a tap returns what it did, even if the
 * counter was locked or archived or has reached its bound since then. Only taps that the plan refuses
 * are looked up; of those that it counts, the write finds out.
 */
async function planWithLookups<Refusal extends string>(
  store: TapStore,
  { key, taps, seen }: { key: CounterKey; taps: BatchedTap<Refusal>[]; seen: KnownCounter },
  { earlier, nowMs }: { earlier: EarlierTaps; nowMs: number },
): Promise<BatchPlan<Refusal> | "outdated"> {
  const lookedUp = new Set<string>();
  for (;;) {
    const plan = planBatch(seen.counter, taps, { earlier, nowMs });
    if (seen.outdated && plan.refused.length > 0) return "outdated";
    const keys = new Set(plan.refused.flatMap(({ idempotencyKey }) => idempotencyKey ?? []));
    const unsure = [...keys].filter((idempotencyKey) => !lookedUp.has(idempotencyKey));
    if (unsure.length === 0) return plan;
    for (const [used, event] of await store.earlierTaps(key, unsure)) earlier.set(used, event);
    for (const idempotencyKey of unsure) lookedUp.add(idempotencyKey);
  }
}

interface BatchPlan<Refusal extends string> {
  results: CountResult<Refusal>[];
  after: StoredCounter | undefined;
  counted: TapsChange["taps"];
  refused: BatchedTap<Refusal>[];
}

/** The results of taps in their order, with those that were counted before. */
function planBatch<Refusal extends string>(
  counter: StoredCounter | undefined,
  taps: BatchedTap<Refusal>[],
  { earlier, nowMs }: { earlier: EarlierTaps; nowMs: number },
): BatchPlan<Refusal> {
  const used = new Map(earlier);
  const plan: BatchPlan<Refusal> = { results: [], after: counter, counted: [], refused: [] };
  for (const each of taps) {
    const result = resultOf(each, plan.after, { used, nowMs });
    plan.results.push(result);
    if (result.result === "counted") {
      const { idempotencyKey } = each;
      plan.after = result.counter;
      plan.counted.push({ event: result.event, idempotencyKey });
      if (idempotencyKey !== undefined) used.set(idempotencyKey, result.event);
    } else if (result.result === "refused" || result.result === "no_such_counter") {
      plan.refused.push(each);
    }
  }
  return plan;
}

function resultOf<Refusal extends string>(
  { tap: made, idempotencyKey, refusal }: BatchedTap<Refusal>,
  counter: StoredCounter | undefined,
  { used, nowMs }: { used: EarlierTaps; nowMs: number },
): CountResult<Refusal> {
  const earlierTap = idempotencyKey === undefined ? undefined : used.get(idempotencyKey);
  if (earlierTap === "undone") return { result: "undone" };
  if (earlierTap !== undefined) {
    const isSame = isEventOf(earlierTap, made);
    return { result: isSame ? "repeated" : "key_reused", event: earlierTap };
  }
  if (counter === undefined) return { result: "no_such_counter" };
  if (refusal !== undefined) return { result: "refused", reason: refusal, counter };
  const result = tap(counter, made, nowMs);
  return result.result === "refused" ? { ...result, counter } : result;
}

export interface TapOfBatch {
  key: CounterKey;
  tap: Tap;
  /** Makes a repetition of this tap return the first result instead of counting again. */
  idempotencyKey?: string | undefined;
  /** The counter as the caller last saw it; saves a read. */
  known?: StoredCounter | undefined;
}

/** Counts one tap, as a batch of one; throws like countBatch. */
export async function countTap(
  store: TapStore,
  clock: Clock,
  { key, tap, idempotencyKey, known }: TapOfBatch,
): Promise<CountResult> {
  const { results, counter } = await countBatch(store, clock, {
    key,
    taps: [{ tap, idempotencyKey }],
    known: known && { counter: known, outdated: true },
  });
  const [result] = results;
  if (result === undefined) throw new Error("a batch of one has one result");
  // With the day's peak, which the next tap has to know.
  return result.result === "counted" && counter !== undefined ? { ...result, counter } : result;
}
