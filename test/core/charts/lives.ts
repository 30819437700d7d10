import fc from "fast-check";
import { type Calendar, dayOf } from "../../../core/calendar.ts";
import { marksOfCount } from "../../../core/counters/count-mark.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import { dailyReset } from "../../../core/counters/days/daily-reset.ts";
import { countBatch, withMarks } from "../../../core/counters/taps/count-batch.ts";
import { countBy } from "../../../core/counters/taps/tap.ts";
import { LostError, MemoryTaps } from "../counters/memory-taps.ts";

export const key = {
  organizationId: "org_0123456789ABCDEFGHIJ",
  counterId: "ctr_0123456789ABCDEFGHIJ",
};
export const target = { organizationId: key.organizationId, targetId: key.counterId };
const timeZones = [
  ...["UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns"],
  ...["Africa/Cairo", "Pacific/Chatham", "Pacific/Apia", "America/Havana"],
];
// Days start at midnight, within the hour that clocks skip or repeat, and at a time that was changed.
const dayStarts = [
  [],
  [{ from: "2026-01-01", at: "02:30" }],
  [
    { from: "2026-03-29", at: "23:45" },
    { from: "2026-04-05", at: "00:15" },
    { from: "2026-10-25", at: "02:15" },
    { from: "2026-10-30", at: "00:00" },
  ],
];
export const calendars = timeZones.flatMap((timeZone) =>
  dayStarts.map((starts): Calendar => ({ timeZone, dayStarts: starts })),
);

// Around the changes of clocks of 2026, of which each of these zones that has any has one here.
const beginnings = [
  ...["2026-03-28T20:00:00Z", "2026-04-04T10:00:00Z", "2026-10-03T12:00:00Z"],
  ...["2026-10-24T20:00:00Z", "2026-10-29T18:00:00Z", "2026-02-27T22:50:00Z"],
].map((at) => Date.parse(at));

export const minute = 60_000;

const Wait = fc.oneof(
  fc.integer({ min: 0, max: 2 * minute }),
  fc.integer({ min: 0, max: 3 * 60 * minute }),
  fc.integer({ min: 0, max: 40 * 24 * 60 * minute }),
  fc.constantFrom(0, 15 * minute, 60 * minute),
);

const Batch = fc.record({
  waitMs: Wait,
  taps: fc.array(
    fc.record({
      up: fc.boolean(),
      /** How long before its upload a device made the tap; null where it does not say. */
      lateMs: fc.option(fc.integer({ min: 0, max: 4 * minute })),
      key: fc.option(fc.integer({ min: 0, max: 20 })),
    }),
    { minLength: 1, maxLength: 25 },
  ),
  fault: fc.constantFrom(undefined, undefined, "conflict", "lost_response", "lost_request"),
  /** What happens after it, somewhat later. */
  next: fc.option(
    fc.record({
      waitMs: fc.integer({ min: 0, max: 2 * 60 * minute }),
      does: fc.oneof(
        fc.record({ set: fc.integer({ min: -20, max: 20 }) }),
        fc.record({ resetTo: fc.integer({ min: -20, max: 20 }) }),
        fc.record({ undo: fc.nat({ max: 100 }) }),
      ),
    }),
  ),
});

/** The life of a counter: around changes of clocks and of the start of days. */
export const life = {
  calendar: fc.constantFrom(...calendars),
  beginMs: fc.constantFrom(...beginnings),
  steps: fc.constantFrom([1, 1], [7, 3], [1, 2 ** 50]),
  batches: fc.array(Batch, { maxLength: 30 }),
};

interface Life {
  calendar: Calendar;
  beginMs: number;
  steps: readonly number[];
  batches: (typeof Batch extends fc.Arbitrary<infer Of> ? Of : never)[];
}

/**
 * Counts as the service does; returns the counter with its marks, and when the life ends. With `moved`,
 * the calendar changes before one of the batches.
 */
export async function lived(
  { calendar, beginMs, steps, batches }: Life,
  moved?: { before: number; to: Calendar },
) {
  const [incrementStep = 1, decrementStep = 1] = steps;
  const taps = new MemoryTaps(
    newCounter({ name: "Gate", incrementStep, decrementStep }, key, beginMs),
  );
  taps.calendarNow = calendar;
  let nowMs = beginMs;
  const clock = { now: () => nowMs, backOff: async () => {} };
  for (const [index, batch] of batches.entries()) {
    if (index === moved?.before) taps.calendarNow = moved.to;
    nowMs += batch.waitMs;
    taps.faults = batch.fault === undefined ? [] : [batch.fault];
    await countBatch(taps, clock, { key, taps: batch.taps.map(tapOf, nowMs) }).catch(
      (error: unknown) => {
        if (!(error instanceof LostError)) throw error;
      },
    );
    nowMs += batch.next?.waitMs ?? 0;
    taps.faults = [];
    const does = batch.next?.does;
    if (does === undefined) continue;
    if ("resetTo" in does) await startDay(taps, does.resetTo, nowMs);
    else await adjustOrUndo(taps, does, nowMs);
  }
  return { taps, nowMs: nowMs + 1 };
}

function tapOf(
  this: number,
  { up, lateMs, key: number }: { up: boolean; lateMs: number | null; key: number | null },
) {
  const tappedAt = lateMs === null ? undefined : new Date(this - lateMs).toISOString();
  return {
    tap: {
      direction: up ? ("up" as const) : ("down" as const),
      metadata: tappedAt === undefined ? null : { gate: "gat_1", tappedAt },
    },
    idempotencyKey: number === null ? undefined : `k${number}`,
  };
}

function counterOf({ stored }: MemoryTaps) {
  if (stored === undefined) throw new Error("the counter is gone");
  return stored;
}

/** Sets the number, or takes back one of the events so far, whichever it was. */
async function adjustOrUndo(
  taps: MemoryTaps,
  does: { set: number } | { undo: number },
  nowMs: number,
): Promise<void> {
  const before = counterOf(taps);
  const undone = "undo" in does ? taps.events[does.undo % taps.events.length] : undefined;
  const change =
    "set" in does
      ? { delta: does.set - before.count, metadata: { adjustment: { to: does.set } } }
      : { delta: -(undone?.delta ?? 0), metadata: { undoes: undone?.lastEventId ?? 0 } };
  if (change.delta === 0) return;
  const counted = countBy(before, { ...change, nowMs });
  if (counted === undefined) return;
  const { counter: after, event } = counted;
  await taps.writeTaps(await withMarks(taps, { before, after, taps: [{ event }] }));
}

/** Resets the counter as at the start of its day, which may be long ago. */
async function startDay(taps: MemoryTaps, resetTo: number, nowMs: number): Promise<void> {
  const before = counterOf(taps);
  const day = dayOf(taps.calendarNow, nowMs);
  const earlier = taps.events.findLast(({ createdAt }) => Date.parse(createdAt) < day.startMs);
  const listed = { ...before, resetDaily: true, resetTo };
  const reset = dailyReset(listed, { day, levelAtStart: earlier?.count ?? 0, nowMs });
  if (reset.result !== "reset") return;
  const { counter: after, event } = reset;
  const count = { at: event.createdAt, position: event.lastEventId };
  const marks = marksOfCount({ ...before, level: BigInt(before.count) }, count, taps.calendarNow);
  await taps.writeTaps({ before, after, taps: [{ event }], marks });
}
