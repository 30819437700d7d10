import fc from "fast-check";
import { expect, test } from "vitest";
import type { Clock } from "../../../../core/clock.ts";
import { ContentionError } from "../../../../core/conflict.ts";
import { newCounter, type StoredCounter } from "../../../../core/counters/counter.ts";
import {
  type BatchedTap,
  type CountResult,
  countBatch,
} from "../../../../core/counters/taps/count-batch.ts";
import { isEventOf, tap } from "../../../../core/counters/taps/tap.ts";
import { maximumBatch } from "../../../../core/counters/taps/tap-limits.ts";
import { runs } from "../../../soak/runs.ts";
import { type Fault, LostError, MemoryTaps } from "../memory-taps.ts";

const nowMs = Date.UTC(2026, 10, 21, 12);
const clock: Clock = { now: () => nowMs, backOff: async () => {} };
const key = { organizationId: "org_1", counterId: "ctr_1" };
const fresh = (settings: Partial<StoredCounter> = {}): StoredCounter => ({
  ...newCounter({ name: "Gate" }, key, nowMs),
  ...settings,
});

type Batch = BatchedTap<"after_end">[];

/** One tap by the contract's rules, written once more and as plainly as possible. */
function countOne(
  { stored: counter, keys, events }: MemoryTaps,
  { tap: made, idempotencyKey, refusal }: Batch[number],
): { result: CountResult<"after_end">; counter: StoredCounter | undefined } {
  const event = keys.get(idempotencyKey ?? "");
  if (event) {
    return {
      result: { result: isEventOf(event, made) ? "repeated" : "key_reused", event },
      counter,
    };
  }
  if (counter === undefined) return { result: { result: "no_such_counter" }, counter };
  if (refusal) return { result: { result: "refused", reason: refusal, counter }, counter };
  const result = tap(counter, made, nowMs);
  if (result.result === "refused") return { result: { ...result, counter }, counter };
  events.push(result.event);
  if (idempotencyKey !== undefined) keys.set(idempotencyKey, result.event);
  return { result, counter: result.counter };
}

function copyOf(store: MemoryTaps): MemoryTaps {
  const copy = new MemoryTaps(store.stored);
  copy.events.push(...store.events);
  for (const [used, event] of store.keys) copy.keys.set(used, event);
  return copy;
}

function oneByOne(store: MemoryTaps, taps: Batch): CountResult<"after_end">[] {
  const results = taps.map((each) => {
    const { result, counter } = countOne(store, each);
    store.stored = counter;
    return result;
  });
  const [first, ...others] = store.events;
  if (store.stored === undefined || first === undefined) return results;
  // All of it happens on one day.
  const highest = others.reduce((peak, event) => (event.count > peak.count ? event : peak), first);
  store.stored = {
    ...store.stored,
    ...{ peak: BigInt(highest.count), peakAt: highest.createdAt },
  };
  return results;
}

const directions = fc.constantFrom("up" as const, "down" as const);
const taps: fc.Arbitrary<Batch> = fc.array(
  fc.record({
    tap: fc.record({
      direction: directions,
      metadata: fc.constantFrom(null, { gate: "gat_1" }),
    }),
    // Few keys, so that they come back, also within one batch.
    idempotencyKey: fc.option(fc.constantFrom(..."abcdefgh"), { nil: undefined, freq: 4 }),
    refusal: fc.constantFrom(undefined, undefined, undefined, "after_end" as const),
  }),
  { minLength: 1, maxLength: maximumBatch },
);
const nearTheBounds = fc.constantFrom(
  0,
  2,
  Number.MAX_SAFE_INTEGER - 3,
  Number.MIN_SAFE_INTEGER + 3,
);
const counters = fc
  .record({
    count: nearTheBounds,
    incrementStep: fc.constantFrom(1, 2),
    mode: fc.constantFrom("both" as const, "increment-only" as const, "decrement-only" as const),
    locked: fc.boolean(),
  })
  .map(fresh);
const others = fc.constantFrom("lock", "unlock", "archive", "restore", "tap", "nothing");
const faults = fc.constantFrom<(Fault | undefined)[]>(
  undefined,
  undefined,
  "conflict",
  "one_reason",
  "lost_response",
  "lost_request",
);
const rounds = fc.array(
  fc.record({
    taps,
    faults: fc.array(faults, { maxLength: 3 }),
    others: fc.array(others, { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Another writer's act, as its own transaction. */
function act(store: MemoryTaps, what: string, archived: { counter?: StoredCounter }): void {
  const { stored } = store;
  if (what === "restore" && archived.counter) {
    store.stored ??= { ...archived.counter, version: archived.counter.version + 1 };
  }
  if (stored === undefined) return;
  const next = { ...stored, version: stored.version + 1 };
  if (what === "archive") {
    archived.counter = next;
    store.stored = undefined;
  }
  if (what === "lock" || what === "unlock") store.stored = { ...next, locked: what === "lock" };
  // A tap of this device that arrives late, and that the batch may hold, too.
  if (what === "tap")
    oneByOne(store, [{ tap: { direction: "up", metadata: null }, idempotencyKey: "a" }]);
}

test("a batch counts as its taps would one by one, whatever comes back, comes between or gets lost", async () => {
  let repeated = 0;
  await fc.assert(
    fc.asyncProperty(counters, rounds, async (counter, made) => {
      const store = new MemoryTaps(counter);
      const archived = {};
      for (const round of made) {
        const acts = [...round.others];
        let before = copyOf(store);
        store.faults = [...round.faults];
        store.meanwhile = async () => {
          act(store, acts.shift() ?? "nothing", archived);
          before = copyOf(store);
        };
        // A client repeats what got no response; the last repetition says what became of each tap.
        for (;;) {
          try {
            const { results, counter: after } = await countBatch(store, clock, {
              key,
              taps: round.taps,
            });
            expect(results).toEqual(oneByOne(before, round.taps));
            repeated += results.filter(({ result }) => result === "repeated").length;
            expect(after).toEqual(before.stored);
            break;
          } catch (error) {
            if (!(error instanceof LostError)) throw error;
          }
        }
        expect(store).toMatchObject({
          stored: before.stored,
          events: before.events,
          keys: before.keys,
        });
      }
    }),
    { numRuns: runs(3_000) },
  );
  expect(repeated).toBeGreaterThan(runs(300));
});

test("whatever gets lost and is sent again, each key counts once", async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (made) => {
      const store = new MemoryTaps(fresh());
      for (const { taps: some, faults: befalling } of made) {
        const keyed = some.map((each, index) => ({
          ...each,
          idempotencyKey: each.idempotencyKey ?? `${index}`,
        }));
        store.faults = [...befalling];
        const repeat = async (): Promise<void> => {
          await countBatch(store, clock, { key, taps: keyed }).catch((error: unknown) => {
            if (error instanceof LostError) return repeat();
            throw error;
          });
        };
        await repeat();
      }
      expect(store.events).toHaveLength(store.keys.size);
      expect(store.events.map(({ lastEventId }) => lastEventId)).toEqual(
        store.events.map((_, index) => index + 1),
      );
      const sum = store.events.reduce((total, { delta }) => total + delta, 0);
      expect(store.stored).toMatchObject({ count: sum, lastEventId: store.events.length });
    }),
  );
});

const up = (idempotencyKey?: string): Batch[number] => ({
  tap: { direction: "up", metadata: null },
  idempotencyKey,
});
const full = Array.from({ length: maximumBatch }, (_, index) => up(`${index}`));

test("a batch of known state is one write, and needs no read", async () => {
  const store = new MemoryTaps(fresh());
  await countBatch(store, clock, { key, taps: full, known: { counter: fresh(), outdated: false } });
  expect(store).toMatchObject({ writes: 1, reads: 0 });
});

test("taps that were counted before cost one more write, and no read", async () => {
  const store = new MemoryTaps(fresh());
  await countBatch(store, clock, { key, taps: full.slice(3, 9) });
  Object.assign(store, { writes: 0, reads: 0 });
  const known = { counter: store.stored, outdated: false };
  await countBatch(store, clock, { key, taps: full, known });
  expect(store).toMatchObject({ writes: 2, reads: 0 });
});

test("refused taps are looked up together, in one read", async () => {
  const locked = fresh({ locked: true });
  const store = new MemoryTaps(locked);
  const known = { counter: locked, outdated: false };
  const { results } = await countBatch(store, clock, { key, taps: full, known });
  expect(new Set(results.map(({ result }) => result))).toEqual(new Set(["refused"]));
  expect(store).toMatchObject({ writes: 0, reads: 1 });
});

test("a counter that others write all the time is given up, and nothing is counted", async () => {
  const store = new MemoryTaps(fresh());
  store.faults = Array.from({ length: 200 }, () => "conflict");
  const waits: number[] = [];
  const patient: Clock = { ...clock, backOff: async (conflicts) => void waits.push(conflicts) };
  const counting = countBatch(store, patient, { key, taps: full, attempts: 7 });
  await expect(counting).rejects.toThrow(ContentionError);
  expect([waits, store.writes, store.events]).toEqual([[1, 2, 3, 4, 5, 6, 7], 7, []]);
});

test("26 taps are a mistake of the caller", async () => {
  const counting = countBatch(new MemoryTaps(fresh()), clock, { key, taps: [...full, up()] });
  await expect(counting).rejects.toThrow("at most 25");
});
