import fc from "fast-check";
import { expect, test } from "vitest";
import type { Calendar } from "../../../core/calendar.ts";
import {
  type Chart,
  type ChartRange,
  drawChart,
  longestRangeMs,
} from "../../../core/charts/chart.ts";
import { intervalStart, Resolution } from "../../../core/counters/interval.ts";
import type { MemoryTaps } from "../counters/memory-taps.ts";
import { calendars, life, lived, minute, target } from "./lives.ts";
import { memoryMarks, sorted } from "./memory-marks.ts";
import { modelChart, modelSums, tiesIn } from "./model.ts";
import { rebuild, rebuildAcross, rebuildInParts } from "./rebuild.ts";

const Life = fc.record({
  ...life,
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
  let [counted, ties] = [0, 0];
  await fc.assert(
    fc.asyncProperty(Life, async ({ ranges, ...lives }) => {
      const { calendar, beginMs } = lives;
      const { taps, nowMs } = await lived(lives);
      counted += taps.events.length;
      ties += tiesIn(taps.events);
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
      await rebuildInParts(taps);
      const inParts = sorted(taps.marks);
      await expectCharts();
      await rebuild(taps, { lose: true });
      expect(inParts).toEqual(sorted(taps.marks));
      await rebuildAcross(taps, calendar);
      const across = sorted(taps.marks);
      await rebuild(taps, { lose: true });
      expect(across).toEqual(sorted(taps.marks));

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
  expect(ties).toBeGreaterThan(300);
});

function sumsOfChart({ points }: Chart) {
  const sum = (what: "ups" | "downs" | "adjusted") =>
    points.reduce((total, each) => total + each[what], 0n);
  return { ups: sum("ups"), downs: sum("downs"), adjusted: sum("adjusted") };
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
