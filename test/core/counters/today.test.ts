import fc from "fast-check";
import { expect, test } from "vitest";
import { type Calendar, dayOf } from "../../../core/calendar.ts";
import { chartedCounter } from "../../../core/counters/charted.ts";
import type { CountMark, MarkReader } from "../../../core/counters/count-mark.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import { countTap } from "../../../core/counters/taps/count-batch.ts";
import { readToday } from "../../../core/counters/today.ts";
import { chartedGroup, newGroup } from "../../../core/groups/group.ts";
import { runs } from "../../soak/runs.ts";
import { tiesIn } from "../charts/model.ts";
import { MemoryTaps } from "./memory-taps.ts";

const key = { organizationId: "org_0123456789ABCDEFGHIJ", counterId: "ctr_0123456789ABCDEFGHIJ" };
const target = { organizationId: key.organizationId, targetId: key.counterId };
const minute = 60_000;

function readerOf(marks: CountMark[]) {
  const reads: number[] = [];
  const reader: MarkReader = {
    async from(_, { resolution, at, limit }) {
      const found = marks.filter((mark) => mark.resolution === resolution && mark.at >= at);
      reads.push(limit);
      return found.sort((a, b) => (a.at < b.at ? -1 : 1)).slice(0, limit);
    },
  };
  return { reader, reads };
}

const Calendars = fc.constantFrom<Calendar>(
  { timeZone: "UTC" },
  { timeZone: "Europe/Berlin", dayStarts: [{ from: "2026-01-01", at: "02:30" }] },
  { timeZone: "Asia/Kathmandu", dayStarts: [{ from: "2026-03-29", at: "23:45" }] },
);
const Steps = fc.array(
  fc.record({
    waitMs: fc.oneof(fc.constantFrom(0, minute), fc.integer({ min: 0, max: 9 * 60 * minute })),
    up: fc.boolean(),
  }),
  { maxLength: 25 },
);

test("today equals what all of the day's events say, also after the time zone was changed", async () => {
  let [counted, ties] = [0, 0];
  await fc.assert(
    fc.asyncProperty(Calendars, Calendars, Steps, async (calendar, other, steps) => {
      let nowMs = Date.parse("2026-03-28T12:20:30Z");
      const taps = new MemoryTaps(newCounter({ name: "Gate" }, key, nowMs));
      taps.calendarNow = calendar;
      const clock = { now: () => nowMs, backOff: async () => {} };
      for (const { waitMs, up } of steps) {
        nowMs += waitMs;
        const tap = { direction: up ? ("up" as const) : ("down" as const), metadata: null };
        await countTap(taps, clock, { key, tap });
      }
      nowMs += 5 * minute;
      ties += tiesIn(taps.events);
      for (const inForce of [calendar, other]) {
        const { date, startMs } = dayOf(inForce, nowMs);
        const events = taps.events.filter(({ createdAt }) => Date.parse(createdAt) >= startMs);
        const peak = events.reduce((most, { count }) => Math.max(most, count), -Infinity);
        const highest = events.find(({ count }) => count === peak);
        const { reader: marks } = readerOf([...taps.marks.values()]);
        const charted = chartedCounter(taps.stored ?? newCounter({ name: "Gate" }, key, nowMs));
        const today = await readToday({ marks, clock }, target, { charted, calendar: inForce });
        expect(today).toMatchObject({
          ...{ date, startedAt: new Date(startMs).toISOString() },
          in: BigInt(events.filter(({ delta }) => delta > 0).length),
          out: BigInt(events.filter(({ delta }) => delta < 0).length),
        });
        counted += events.length;
        // Of another calendar's day, the peak can be unknown until its next day.
        if (inForce !== calendar) continue;
        expect([today.peak, today.peakAt]).toEqual(
          highest ? [BigInt(highest.count), highest.createdAt] : [null, null],
        );
      }
    }),
    { numRuns: runs(1_000) },
  );
  expect(counted).toBeGreaterThan(runs(2_000));
  expect(ties).toBeGreaterThan(runs(200));
});

test("a total that only rises has no peak", async () => {
  const peak = {
    peak: 9n,
    peakAt: "2026-11-23T20:00:00.000Z",
    lastCountAt: "2026-11-23T20:00:00.000Z",
  };
  const clock = { now: () => Date.parse("2026-11-23T21:00:00Z") };
  const peakOf = async (resetDaily: boolean) => {
    const counter = newCounter({ name: "Gate", mode: "increment-only", resetDaily }, key, 0);
    const surroundings = { charted: { ...chartedCounter(counter), ...peak } };
    const ports = { marks: readerOf([]).reader, clock };
    return (await readToday(ports, target, { ...surroundings, calendar: { timeZone: "UTC" } }))
      .peak;
  };
  expect([await peakOf(false), await peakOf(true)]).toEqual([null, 9n]);
  const group = newGroup({ name: "Hall" }, { ...key, groupId: "grp_1" }, 0);
  const peakOfGroup = async (sums: { downs?: bigint; adjusted?: bigint }) => {
    const charted = chartedGroup({ ...group, ...peak, ups: 9n, ...sums });
    const ports = { marks: readerOf([]).reader, clock };
    return (await readToday(ports, target, { charted, calendar: { timeZone: "UTC" } })).peak;
  };
  const peaks = await Promise.all([{}, { downs: 1n }, { adjusted: -9n }].map(peakOfGroup));
  expect(peaks).toEqual([null, 9n, 9n]);
});

test("after the zone moved west to east, the peak of a part of the day is not that of the day", async () => {
  const mark = (at: string, level: bigint, position: number) => ({
    ...{ resolution: "day" as const, at, level, ups: level, downs: 0n, late: 0, position },
  });
  const counter = newCounter({ name: "Gate" }, key, Date.parse("2026-11-01T00:00:00Z"));
  const charted = {
    ...{
      ...chartedCounter(counter),
      position: 40,
      level: 3n,
      lastCountAt: "2026-11-23T08:00:00.000Z",
    },
    ...{ peak: 3n, peakAt: "2026-11-23T08:00:00.000Z" },
  };
  // By the clocks of New York, a day had begun at 05:00, after more were counted.
  const { reader: marks } = readerOf([
    { ...mark("2026-11-23T01:00:00.000Z", 0n, 2), resolution: "minute" },
    mark("2026-11-23T05:00:00.000Z", 30n, 35),
  ]);
  const clock = { now: () => Date.parse("2026-11-23T11:00:00Z") };
  const calendar = { timeZone: "UTC" };
  expect(await readToday({ marks, clock }, target, { charted, calendar })).toMatchObject({
    ...{ peak: null, peakAt: null, level: 3n },
  });
});

test("before the first count of a day nothing but the counter is read", async () => {
  const charted = {
    ...chartedCounter(newCounter({ name: "Gate" }, key, 0)),
    ...{ level: 7n, lastCountAt: "2026-11-22T23:59:59.999Z" },
    ...{ peak: 9n, peakAt: "2026-11-22T20:00:00.000Z" },
  };
  const { reader: marks, reads } = readerOf([]);
  const clock = { now: () => Date.parse("2026-11-23T00:00:00Z") };
  const calendar = { timeZone: "UTC" };
  expect(await readToday({ marks, clock }, target, { charted, calendar })).toEqual({
    ...{ date: "2026-11-23", startedAt: "2026-11-23T00:00:00.000Z", timeZone: "UTC" },
    ...{ in: 0n, out: 0n, adjusted: 0n, level: 7n, peak: null, peakAt: null },
  });
  expect(reads).toEqual([]);
});

test("what only undos are left of shows 0, and what a former group counted is not shown", async () => {
  const createdAt = "2026-11-23T10:50:20.000Z";
  const group = newGroup({ name: "Hall" }, { ...key, groupId: "grp_1" }, Date.parse(createdAt));
  const charted = chartedGroup({
    ...{ ...group, total: 3n, revision: 3, lastCountAt: "2026-11-23T10:52:00.000Z" },
    ...{ ups: 3n, downs: -1n, late: 0 },
  });
  const mark = (at: string, level: bigint, position: number) => ({
    ...{ resolution: "minute" as const, at, level, ups: level, downs: 0n, late: 0, position },
  });
  const { reader: marks } = readerOf([
    mark("2026-11-23T10:50:00.000Z", 90n, 3),
    mark("2026-11-23T10:51:00.000Z", 0n, 2),
  ]);
  const clock = { now: () => Date.parse("2026-11-23T11:00:00Z") };
  const calendar = { timeZone: "UTC" };
  const today = await readToday({ marks, clock }, target, { charted, calendar });
  expect(today).toMatchObject({ in: 3n, out: 0n, level: 3n });
});
