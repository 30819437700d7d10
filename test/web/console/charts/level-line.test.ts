import fc from "fast-check";
import { expect, test } from "vitest";
import { drawChart } from "../../../../core/charts/chart.ts";
import { newCounter } from "../../../../core/counters/counter.ts";
import { Resolution } from "../../../../core/counters/interval.ts";
import { countBatch } from "../../../../core/counters/taps/count-batch.ts";
import { chartView } from "../../../../lambdas/charts/chart-views.ts";
import { MemoryTaps } from "../../../core/counters/memory-taps.ts";
import { runs } from "../../../soak/runs.ts";
import { expectTrue, marksIn } from "./line-and-history.ts";

const minute = 60_000;
const key = { organizationId: "org_0123456789ABCDEFGHIJ", counterId: "ctr_0123456789ABCDEFGHIJ" };
const target = { organizationId: key.organizationId, targetId: key.counterId };
const zones = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns"];

const Life = fc.record({
  timeZone: fc.constantFrom(...zones),
  // Before changes of clocks, and in the middle of an hour.
  beginMs: fc
    .constantFrom("2026-10-24T20:07:31Z", "2026-03-28T20:00:00Z", "2026-04-04T10:59:59.999Z")
    .map(Date.parse),
  counts: fc.array(
    fc.record({
      waitMs: fc.oneof(
        fc.integer({ min: 0, max: 5 * minute }),
        fc.integer({ min: 0, max: 5 * 60 * minute }),
        fc.constantFrom(15 * minute, 60 * minute),
      ),
      up: fc.boolean(),
      times: fc.integer({ min: 1, max: 25 }),
    }),
    { maxLength: 30 },
  ),
  idleMs: fc.integer({ min: 1, max: 90 * minute }),
  resolution: fc.constantFrom(...Resolution.options),
  /** Of what a chart of one resolution may show. */
  lengthMs: fc.integer({ min: 10 * minute, max: 24 * 60 * minute }),
  /** How long ago it ends; null for now. */
  endedMs: fc.option(fc.integer({ min: 1, max: 20 * 60 * minute })),
});

test("each drawn point of a level is in the history, and none is later than now", async () => {
  let drawn = 0;
  await fc.assert(
    fc.asyncProperty(Life, async ({ timeZone, beginMs, counts, idleMs, ...wanted }) => {
      const created = newCounter({ name: "Gate" }, key, beginMs);
      const taps = new MemoryTaps(created);
      taps.calendarNow = { timeZone };
      let nowMs = beginMs;
      const clock = { now: () => nowMs, backOff: async () => {} };
      for (const { waitMs, up, times } of counts) {
        nowMs += waitMs;
        const tap = { direction: up ? ("up" as const) : ("down" as const), metadata: null };
        const batch = Array.from({ length: times }, () => ({ tap, idempotencyKey: undefined }));
        await countBatch(taps, clock, { key, taps: batch });
      }
      nowMs += idleMs;
      const counter = taps.stored ?? created;
      const charted = { ...counter, level: BigInt(counter.count), position: counter.lastEventId };
      const chart = await drawChart({ marks: marksIn(taps.marks), clock }, target, {
        ...{ charted, calendar: { timeZone } },
        range: rangeOf(wanted, nowMs),
      });
      const history = taps.events.map(({ createdAt, count }) => ({
        ...{ atMs: Date.parse(createdAt), level: count },
      }));
      drawn += expectTrue(chartView(chart), [{ atMs: beginMs, level: 0 }, ...history], nowMs);
    }),
    { numRuns: runs(1_000) },
  );
  expect(drawn).toBeGreaterThan(runs(3_000));
});

function rangeOf(
  wanted: { resolution: Resolution; lengthMs: number; endedMs: number | null },
  nowMs: number,
) {
  const { resolution, lengthMs, endedMs } = wanted;
  const toMs = nowMs - (endedMs ?? 0);
  const from = new Date(toMs - lengthMs).toISOString();
  return endedMs === null
    ? { resolution, from }
    : { resolution, from, to: new Date(toMs).toISOString() };
}
