import fc from "fast-check";
import { expect, test } from "vitest";
import type { Calendar } from "../../../core/calendar.ts";
import {
  type Chart,
  type ChartRange,
  drawChart,
  longestRangeMs,
} from "../../../core/charts/chart.ts";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import {
  type CountMark,
  type MarkReader,
  marksOfCount,
  sumsOf,
} from "../../../core/counters/count-mark.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import { intervalStart, Resolution } from "../../../core/counters/interval.ts";
import { type MarkWriter, rebuildMarks } from "../../../core/counters/rebuild-marks.ts";
import { countBatch } from "../../../core/counters/taps/count-batch.ts";
import { countBy } from "../../../core/counters/taps/tap.ts";
import { LostError, MemoryTaps } from "../counters/memory-taps.ts";
import { modelChart, modelSums } from "./model.ts";

const key = { organizationId: "org_0123456789ABCDEFGHIJ", counterId: "ctr_0123456789ABCDEFGHIJ" };
const target = { organizationId: key.organizationId, targetId: key.counterId };
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
const calendars = timeZones.flatMap((timeZone) =>
  dayStarts.map((starts): Calendar => ({ timeZone, dayStarts: starts })),
);

// Around the changes of clocks of 2026, of which each of these zones that has any has one here.
const beginnings = [
  ...["2026-03-28T20:00:00Z", "2026-04-04T10:00:00Z", "2026-10-03T12:00:00Z"],
  ...["2026-10-24T20:00:00Z", "2026-10-29T18:00:00Z", "2026-02-27T22:50:00Z"],
].map((at) => Date.parse(at));

const minute = 60_000;

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
        fc.record({ undo: fc.nat({ max: 100 }) }),
      ),
    }),
  ),
});

const Life = fc.record({
  calendar: fc.constantFrom(...calendars),
  beginMs: fc.constantFrom(...beginnings),
  steps: fc.constantFrom([1, 1], [7, 3], [1, 2 ** 50]),
  batches: fc.array(Batch, { maxLength: 30 }),
  ranges: fc.array(
    fc.record({
      resolution: fc.constantFrom(...Resolution.options),
      begin: fc.double({ min: -0.2, max: 1, noNaN: true }),
      length: fc.double({ min: 0.001, max: 1.2, noNaN: true }),
      toNow: fc.boolean(),
      /** Whether it ends exactly where an interval does. */
      aligned: fc.boolean(),
    }),
    { minLength: 3, maxLength: 6 },
  ),
});

test("a chart equals one computed from all events, before and after marks are rebuilt", async () => {
  let counted = 0;
  await fc.assert(
    fc.asyncProperty(Life, async ({ calendar, beginMs, steps, batches, ranges }) => {
      const [incrementStep = 1, decrementStep = 1] = steps;
      const created = newCounter({ name: "Gate", incrementStep, decrementStep }, key, beginMs);
      const taps = new MemoryTaps(created);
      taps.calendarNow = calendar;
      let nowMs = beginMs;
      const clock = { now: () => nowMs, backOff: async () => {} };
      for (const batch of batches) {
        nowMs += batch.waitMs;
        taps.faults = batch.fault === undefined ? [] : [batch.fault];
        await countBatch(taps, clock, { key, taps: batch.taps.map(tapOf, nowMs) }).catch(
          (error: unknown) => {
            if (!(error instanceof LostError)) throw error;
          },
        );
        nowMs += batch.next?.waitMs ?? 0;
        if (batch.next !== null) await adjustOrUndo(taps, batch.next.does, nowMs);
      }
      counted += taps.events.length;
      nowMs += 1;
      await expectCharts();
      const marks = new Map(taps.marks);
      await rebuild(taps, { lose: true });
      expect(sorted(taps.marks)).toEqual(sorted(marks));
      await rebuild(taps, { lose: false });
      expect(sorted(taps.marks)).toEqual(sorted(marks));
      const another = calendars[(calendars.indexOf(calendar) + 4) % calendars.length];
      taps.calendarNow = another ?? calendar;
      await expectNothingLost();
      // Another calendar redraws hours and days, and leaves none of the old ones.
      await rebuild(taps, { lose: false });
      await expectCharts();

      /** In another calendar, earlier counts keep their hours and days. */
      async function expectNothingLost() {
        const from = new Date(beginMs - 48 * 60 * minute).toISOString();
        for (const resolution of Resolution.options) {
          const chart = await draw(
            taps,
            { resolution, from },
            { calendar: taps.calendarNow, nowMs },
          );
          expect(chart.level).toBe(0n);
          expect(sumsOfChart(chart)).toEqual(modelSums(taps.events));
        }
      }

      async function expectCharts() {
        for (const wanted of ranges) {
          const range = rangeOf(wanted, { calendar: taps.calendarNow, beginMs, nowMs });
          if (range === undefined) continue;
          const surroundings = { calendar: taps.calendarNow, nowMs };
          const chart = await draw(taps, range, surroundings);
          expect(chart).toMatchObject(modelChart(taps.events, range, surroundings));
        }
      }
    }),
    { numRuns: 100 },
  );
  expect(counted).toBeGreaterThan(1_000);
});

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

function sumsOfChart({ points }: Chart) {
  const sum = (what: "ups" | "downs" | "adjusted") =>
    points.reduce((total, each) => total + each[what], 0n);
  return { ups: sum("ups"), downs: sum("downs"), adjusted: sum("adjusted") };
}

/** Sets the number, or takes back one of the events so far, whichever it was. */
async function adjustOrUndo(
  taps: MemoryTaps,
  does: { set: number } | { undo: number },
  nowMs: number,
): Promise<void> {
  const before = taps.stored;
  if (before === undefined) throw new Error("the counter is gone");
  taps.faults = [];
  const undone = "undo" in does ? taps.events[does.undo % taps.events.length] : undefined;
  const change =
    "set" in does
      ? { delta: does.set - before.count, metadata: { adjustment: { to: does.set } } }
      : { delta: -(undone?.delta ?? 0), metadata: { undoes: undone?.lastEventId ?? 0 } };
  if (change.delta === 0) return;
  const counted = countBy(before, { ...change, nowMs });
  if (counted === undefined) return;
  const { counter: after, event } = counted;
  const count = { at: event.createdAt, position: event.lastEventId };
  const marks = marksOfCount({ ...before, level: BigInt(before.count) }, count, taps.calendarNow);
  await taps.writeTaps({ before, after, taps: [{ event, idempotencyKey: undefined }], marks });
}

interface WantedRange {
  resolution: Resolution;
  begin: number;
  length: number;
  toNow: boolean;
  aligned: boolean;
}

/** A range around the life of a counter, of a length that its resolution allows. */
function rangeOf(
  wanted: WantedRange,
  { calendar, beginMs, nowMs }: { calendar: Calendar; beginMs: number; nowMs: number },
): ChartRange | undefined {
  const { resolution } = wanted;
  const lifeMs = Math.max(nowMs - beginMs, 60 * minute);
  const longest = longestRangeMs[resolution];
  const later = Math.floor(beginMs + (wanted.begin + wanted.length) * lifeMs);
  const exact = wanted.aligned ? intervalStart(resolution, calendar, later) : later;
  const end = wanted.toNow ? nowMs : exact;
  const fromMs = Math.max(Math.floor(beginMs + wanted.begin * lifeMs), end - longest);
  if (fromMs >= end || fromMs > nowMs) return undefined;
  const from = new Date(fromMs).toISOString();
  return wanted.toNow
    ? { resolution, from }
    : { resolution, from, to: new Date(end).toISOString() };
}

async function draw(
  taps: MemoryTaps,
  range: ChartRange,
  { calendar, nowMs }: { calendar: Calendar; nowMs: number },
) {
  const counter = taps.stored;
  if (counter === undefined) throw new Error("the counter is gone");
  const charted = { ...counter, level: BigInt(counter.count), position: counter.lastEventId };
  const ports = { marks: memoryMarks(taps.marks).reader, clock: { now: () => nowMs } };
  return await drawChart(ports, target, { charted, calendar, range });
}

async function rebuild(taps: MemoryTaps, { lose }: { lose: boolean }): Promise<void> {
  if (lose) taps.marks.clear();
  const rebuilt = await rebuildMarks(
    {
      storedCounters: { get: async () => taps.stored },
      countEvents: { page: async (_, { beforeEventId }) => eventsBefore(taps, beforeEventId) },
      markWriter: memoryMarks(taps.marks).writer,
      calendar: async () => taps.calendarNow,
      withLastCount: async () => taps.stored,
    },
    key,
    { onEvents: () => {}, isStopped: () => false },
  );
  expect(rebuilt).toMatchObject({ result: "rebuilt", events: taps.events.length });
}

/** Small pages, so that intervals go over several. */
function eventsBefore({ events }: MemoryTaps, before = Number.POSITIVE_INFINITY): CountEvent[] {
  return events
    .filter(({ lastEventId }) => lastEventId < before)
    .toReversed()
    .slice(0, 7);
}

/** By their names. A mark from before the first adjustment has no sum of them until it is rebuilt. */
function sorted(marks: Map<string, CountMark>): [string, CountMark][] {
  return [...marks]
    .map(([name, mark]): [string, CountMark] => [name, { ...mark, ...sumsOf(mark) }])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Marks in memory as the table has them. */
function memoryMarks(stored: Map<string, CountMark>): { reader: MarkReader; writer: MarkWriter } {
  return {
    reader: {
      from: async (_, { resolution, at, limit }) =>
        sorted(stored)
          .filter(([name]) => name.startsWith(`${resolution}#`) && name >= `${resolution}#${at}`)
          .map(([, mark]) => mark)
          .slice(0, limit),
    },
    writer: {
      async positions(_, resolution) {
        const marks = [...stored.values()].filter((mark) => mark.resolution === resolution);
        return new Map(marks.map(({ at, position }) => [at, position]));
      },
      async put(_, marks) {
        for (const mark of marks) stored.set(`${mark.resolution}#${mark.at}`, mark);
      },
      async delete(_, resolution, starts) {
        for (const at of starts) stored.delete(`${resolution}#${at}`);
      },
    },
  };
}
