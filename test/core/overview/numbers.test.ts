import fc from "fast-check";
import { expect, test } from "vitest";
import type { Calendar } from "../../../core/calendar.ts";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import { withMarks } from "../../../core/counters/taps/count-batch.ts";
import { countBy } from "../../../core/counters/taps/tap.ts";
import { counterTarget } from "../../../core/overview/target.ts";
import { readTileDay } from "../../../core/overview/tile.ts";
import { readUsual } from "../../../core/overview/usual.ts";
import { runs } from "../../soak/runs.ts";
import { memoryMarks } from "../charts/memory-marks.ts";
import { tiesIn } from "../charts/model.ts";
import { MemoryTaps } from "../counters/memory-taps.ts";
import { modelTileDay, modelUsual } from "./model.ts";

const key = { organizationId: "org_0123456789ABCDEFGHIJ", counterId: "ctr_0123456789ABCDEFGHIJ" };
const target = { organizationId: key.organizationId, targetId: key.counterId };

const timeZones = [
  ...["UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns"],
  ...["Africa/Cairo", "Pacific/Chatham", "America/Havana"],
];
// At midnight, within an hour, and changed some weeks before.
const dayStarts = [
  [],
  [{ from: "2026-01-01", at: "04:00" }],
  [{ from: "2026-01-01", at: "02:15" }],
  [
    { from: "2026-03-10", at: "04:00" },
    { from: "2026-04-02", at: "23:45" },
    { from: "2026-10-10", at: "00:30" },
    { from: "2026-10-28", at: "00:00" },
  ],
];
const calendars = timeZones.flatMap((timeZone) =>
  dayStarts.map((starts): Calendar => ({ timeZone, dayStarts: starts })),
);

// Where the clocks of each zone change within the weeks that follow, or on their last day.
const beginnings = [
  ...["2026-02-20T03:00:00Z", "2026-02-28T20:00:00Z", "2026-09-07T12:00:00Z"],
  ...["2026-08-30T05:00:00Z", "2026-09-30T18:00:00Z"],
].map((at) => Date.parse(at));

const minute = 60_000;
const hour = 60 * minute;

const Tap = fc.record({
  waitMs: fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 3 * minute }) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 5 * hour }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 * 24 * hour }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 0, 15 * minute, hour, 24 * hour) },
  ),
  does: fc.oneof(
    { weight: 6, arbitrary: fc.record({ delta: fc.constantFrom(1, 1, 3, -1, -2, 2 ** 49) }) },
    { weight: 1, arbitrary: fc.record({ set: fc.integer({ min: -20, max: 20 }) }) },
    { weight: 1, arbitrary: fc.record({ undo: fc.nat({ max: 300 }) }) },
  ),
});
type Does = { delta: number } | { set: number } | { undo: number };

const Life = fc.record({
  calendar: fc.constantFrom(...calendars),
  another: fc.constantFrom(...timeZones),
  beginMs: fc.constantFrom(...beginnings),
  taps: fc.array(Tap, { minLength: 5, maxLength: 150, size: "max" }),
  /** How long after the last count the overview is read. */
  laterMs: fc.oneof(fc.integer({ min: 1, max: hour }), fc.integer({ min: 1, max: 30 * hour })),
});

test("every number of the overview is the history's, whatever the day and the clocks", async () => {
  let [counted, days, ties] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(Life, async ({ calendar, another, beginMs, taps, laterMs }) => {
      const counter = new MemoryTaps(newCounter({ name: "Gate" }, key, beginMs));
      counter.calendarNow = calendar;
      let nowMs = beginMs;
      for (const { waitMs, does } of taps) {
        nowMs += waitMs;
        await count(counter, does, nowMs);
      }
      nowMs += laterMs;
      const { stored } = counter;
      if (stored === undefined) throw new Error("the counter is gone");
      const { charted } = counterTarget(stored);
      const ports = { marks: memoryMarks(counter.marks).reader, clock: { now: () => nowMs } };
      const model = { events: counter.events, createdAt: stored.createdAt, calendar, nowMs };
      const day = await readTileDay(ports, target, { charted, calendar });
      expect(day).toMatchObject(modelTileDay(model));
      const usual = await readUsual(ports, target, { charted, calendar });
      expect(usual).toEqual(modelUsual(model));
      // Of another calendar the hours of earlier marks are not, but nothing is lost of today.
      const other = { ...calendar, timeZone: another };
      const otherDay = await readTileDay(ports, target, { charted, calendar: other });
      const expected = modelTileDay({ ...model, calendar: other });
      const { in: ins, out, level } = expected;
      expect(otherDay).toMatchObject({ in: ins, out, level });
      expect(sumsOf(otherDay)).toEqual(sumsOf(expected));
      counted += counter.events.length;
      ties += tiesIn(counter.events);
      days += usual.steps.some((step) => step.in > 0) ? usual.days : 0;
    }),
    { numRuns: runs(150) },
  );
  expect(counted).toBeGreaterThan(runs(5_000));
  expect(days).toBeGreaterThan(runs(100));
  expect(ties).toBeGreaterThan(runs(100));
});

function sumsOf({ points }: { points: { ups: bigint; downs: bigint }[] }) {
  const sum = (what: "ups" | "downs") => points.reduce((all, point) => all + point[what], 0n);
  return [sum("ups"), sum("downs")];
}

async function count(counter: MemoryTaps, does: Does, nowMs: number): Promise<void> {
  const before = counter.stored;
  if (before === undefined) throw new Error("the counter is gone");
  const change = changeOf(does, before.count, counter.events);
  const counted = change.delta === 0 ? undefined : countBy(before, { ...change, nowMs });
  if (counted === undefined) return;
  const { counter: after, event } = counted;
  const taps = [{ event, idempotencyKey: undefined }];
  await counter.writeTaps(await withMarks(counter, { before, after, taps }));
}

function changeOf(does: Does, count: number, events: CountEvent[]) {
  if ("delta" in does) return { delta: does.delta, metadata: null };
  if ("set" in does) {
    return { delta: does.set - count, metadata: { adjustment: { to: does.set } } };
  }
  const undone = events[does.undo % events.length];
  return { delta: -(undone?.delta ?? 0), metadata: { undoes: undone?.lastEventId ?? 0 } };
}
