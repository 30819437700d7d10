import fc from "fast-check";
import { expect, test } from "vitest";
import type { Clock } from "../../../../core/clock.ts";
import { ContentionError } from "../../../../core/conflict.ts";
import { newCounter, type StoredCounter } from "../../../../core/counters/counter.ts";
import { countBatch } from "../../../../core/counters/taps/count-batch.ts";
import { tap } from "../../../../core/counters/taps/tap.ts";
import { knownForMs } from "../../../../core/counters/taps/tap-limits.ts";
import {
  decideUndos,
  type TapRecord,
  type Undo,
  type UndosRequest,
} from "../../../../core/counters/taps/undo.ts";
import { runs } from "../../../soak/runs.ts";
import { type Fault, LostError, MemoryTaps } from "../memory-taps.ts";

const nowMs = Date.UTC(2026, 10, 24, 12);
const clock: Clock = { now: () => nowMs, backOff: async () => {} };
const key = { organizationId: "org_1", counterId: "ctr_1" };
const newTaps = (settings = {}) =>
  new MemoryTaps(newCounter({ name: "Gate", incrementStep: 3, ...settings }, key, nowMs));

function undoOf(idempotencyKey: string, agoMs = 0): Undo<"after_end"> {
  const undoneAt = new Date(nowMs - agoMs).toISOString();
  return { idempotencyKey, undoneAt, metadata: { gate: "gat_1", tappedAt: undoneAt } };
}

/** A counter after a tap up by 3, and the tap's record. */
function counted(settings: Partial<StoredCounter> = {}, record: Partial<TapRecord> = {}) {
  const before = newCounter({ name: "Gate", incrementStep: 3 }, key, nowMs);
  const made = tap(before, { direction: "up", metadata: null }, nowMs);
  if (made.result === "refused") throw new Error(made.reason);
  const counter = { ...made.counter, ...settings };
  const known: TapRecord = { event: made.event, undoneBy: undefined, ...record };
  return { counter, records: new Map([["a", known]]) };
}

const undone = { undoneBy: 7 };
const tombstone = { event: undefined, undoneBy: null };
const afterEnd = { ...undoOf("a"), refusal: "after_end" as const };
const tooLow = { count: Number.MIN_SAFE_INTEGER + 2 };

test.each<[string, ReturnType<typeof counted>, Undo<"after_end">, string | number | null]>([
  ["of a counted tap", counted(), undoOf("a"), 2],
  ["against the mode", counted({ mode: "increment-only" }), undoOf("a"), 2],
  ["on a locked counter", counted({ locked: true }), undoOf("a"), "locked"],
  ["beyond the exact numbers", counted(tooLow), undoOf("a"), "out_of_range"],
  ["after the gate's end", counted(), afterEnd, "after_end"],
  ["of a tap whose event is lost", counted({}, { event: undefined }), undoOf("a"), "expired"],
  ["of an old tap that is known", counted(), undoOf("a", knownForMs + 1), 2],
  ["of an unknown tap", counted(), undoOf("b", knownForMs), null],
  ["of a tap that may be forgotten", counted(), undoOf("b", knownForMs + 1), "expired"],
  ["of an unknown tap when locked", counted({ locked: true }), undoOf("b"), null],
  ["of an unknown tap after the end", counted(), { ...afterEnd, idempotencyKey: "b" }, "after_end"],
])("an undo %s is undone by this event, or refused: %#", (_, recorded, undo, told) => {
  const { result, write } = decideUndos(recorded, [undo], nowMs);
  if (typeof told === "string") {
    expect([result.results, write]).toEqual([[{ result: "refused", reason: told }], undefined]);
  } else {
    expect(result.results).toEqual([{ result: "undone", lastEventId: told }]);
    expect([write?.undos.length, write?.tombstones.length]).toEqual(
      told === null ? [0, 1] : [1, 0],
    );
  }
});

test.each([
  ["counted", undone, 7],
  ["told that its tap never arrives", tombstone, null],
])("an undo that was %s is repeated, whatever holds by now", (_, record, lastEventId) => {
  const recorded = counted({ locked: true }, record);
  const { result, write } = decideUndos(recorded, [afterEnd], nowMs);
  expect(result.results).toEqual([{ result: "repeated", lastEventId }]);
  expect(write).toBeUndefined();
});

const ids = [..."abcdefgh"];
const Step = fc.record({
  undoes: fc.boolean(),
  // An id is always of the same tap.
  ids: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }),
  faults: fc.array(
    fc.constantFrom<(Fault | undefined)[]>(undefined, "conflict", "lost_response", "lost_request"),
    { maxLength: 3 },
  ),
  /** What others do before its reads and writes. */
  others: fc.array(
    fc.record({
      does: fc.constantFrom("lock", "unlock", "tap", "undo", "nothing"),
      id: fc.constantFrom(...ids),
    }),
    { maxLength: 4 },
  ),
});

/** Ids of the first half are taps up, the others down. */
const tapOf = (id: string) => ({
  tap: { direction: ids.indexOf(id) < 4 ? ("up" as const) : ("down" as const), metadata: null },
  idempotencyKey: id,
});

async function send(taps: MemoryTaps, undoes: boolean, some: string[]): Promise<unknown> {
  if (!undoes) return await countBatch(taps, clock, { key, taps: some.map(tapOf) });
  const request: UndosRequest = { key, idempotencyKeys: some, clock, attempts: 20 };
  const undos = some.map((id) => undoOf(id));
  return await taps.undo(request, (recorded) => decideUndos(recorded, undos, nowMs));
}

async function act(taps: MemoryTaps, { does, id }: { does: string; id: string }): Promise<void> {
  const { stored } = taps;
  if (stored === undefined || does === "nothing") return;
  if (does === "lock" || does === "unlock") {
    taps.stored = { ...stored, version: stored.version + 1, locked: does === "lock" };
  } else {
    await send(taps, does === "undo", [id]);
  }
}

test("whatever is lost, comes twice or in between, each tap is undone once, and sums are exact", async () => {
  let undoneTaps = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const taps = newTaps();
      for (const { undoes, ids: some, faults, others } of steps) {
        const acts = [...others];
        let faulty = [...faults];
        taps.meanwhile = async () => {
          const next = acts.shift();
          if (next === undefined) return;
          // What others do meets neither faults nor others.
          const { meanwhile } = taps;
          [taps.meanwhile, taps.faults, faulty] = [async () => {}, [], taps.faults];
          await act(taps, next);
          [taps.meanwhile, taps.faults] = [meanwhile, faulty];
        };
        taps.faults = [...faults];
        await send(taps, undoes, some).catch((error: unknown) => {
          if (!(error instanceof LostError)) throw error;
        });
      }
      const { events, keys, stored } = taps;
      const undos = events.filter(({ metadata }) => metadata !== null);
      undoneTaps += undos.length;
      for (const [id, undoneBy] of taps.undone) {
        const undo = undos.find(({ lastEventId }) => lastEventId === undoneBy);
        const tapped = keys.get(id);
        expect(undo?.delta ?? 0).toBe(-(tapped?.delta ?? 0) + 0);
        expect(undo?.metadata?.undoes).toBe(tapped?.lastEventId);
      }
      expect(undos).toHaveLength([...taps.undone.values()].filter((by) => by !== null).length);
      expect(events.map(({ lastEventId }) => lastEventId)).toEqual(events.map((_, at) => at + 1));
      const left = [...keys].filter(([id]) => !taps.undone.has(id)).map(([, { delta }]) => delta);
      const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
      expect(stored?.count).toBe(sum(left));
      expect(stored?.ups ?? 0n).toBe(BigInt(sum(left.filter((delta) => delta > 0))));
      expect(stored?.downs ?? 0n).toBe(BigInt(-sum(left.filter((delta) => delta < 0))));
    }),
    { numRuns: runs(2_000) },
  );
  expect(undoneTaps).toBeGreaterThan(runs(1_000));
});

test("undos of one request are undone as one after the other", () => {
  const some = fc.array(
    fc.constantFrom("a", "b", "c").map((id) => undoOf(id)),
    { maxLength: 9 },
  );
  fc.assert(
    fc.property(some, fc.boolean(), (undos, locked) => {
      const recorded = counted({ locked });
      const one = { ...recorded, records: new Map(recorded.records) };
      const told = undos.flatMap((undo) => {
        const { result, write } = decideUndos(one, [undo], nowMs);
        one.counter = result.counter;
        for (const { event, idempotencyKey } of write?.undos ?? [])
          one.records.set(idempotencyKey, { event: undefined, undoneBy: event.lastEventId });
        for (const { idempotencyKey } of write?.tombstones ?? [])
          one.records.set(idempotencyKey, { event: undefined, undoneBy: null });
        return result.results;
      });
      const { result } = decideUndos(recorded, undos, nowMs);
      expect(result).toEqual({ results: told, counter: one.counter });
    }),
  );
});

test("undos that others overtake each time are given up, and nothing is undone", async () => {
  const taps = newTaps();
  await send(taps, false, ["a"]);
  taps.faults = Array.from({ length: 30 }, () => "conflict");
  await expect(send(taps, true, ["a"])).rejects.toThrow(ContentionError);
  expect([taps.events.length, taps.undone.size]).toEqual([1, 0]);
});
