import { expect, test } from "vitest";
import { newCounter } from "../../../core/counters/counter.ts";
import { countTap, withMarks } from "../../../core/counters/taps/count-batch.ts";
import { countBy } from "../../../core/counters/taps/tap.ts";
import { tapOneByOne } from "../../../core/counters/taps/tap-run.ts";
import { MemoryTaps } from "./memory-taps.ts";

const key = { organizationId: "org_0123456789ABCDEFGHIJ", counterId: "ctr_0123456789ABCDEFGHIJ" };
const dayStarts = [{ from: "2026-01-01", at: "04:00" }];

function newWorld(begin: string) {
  const taps = new MemoryTaps(newCounter({ name: "Gate" }, key, Date.parse(begin)));
  taps.calendarNow = { timeZone: "UTC", dayStarts };
  let nowMs = 0;
  const clock = { now: () => nowMs, backOff: async () => {} };
  return {
    taps,
    peak: () => [taps.stored?.peak, taps.stored?.peakAt?.slice(5, 16)],
    async tap(at: string, ...directions: ("up" | "down")[]) {
      nowMs = Date.parse(at);
      for (const direction of directions) {
        await countTap(taps, clock, { key, tap: { direction, metadata: null } });
      }
    },
    async down(at: string, times: number) {
      nowMs = Date.parse(at);
      const run = { onProgress() {}, isStopped: () => false };
      const tap = { direction: "down" as const, metadata: null };
      await tapOneByOne({ taps, clock }, { key, tap, times, known: taps.stored }, run);
    },
    async set(at: string, delta: number) {
      const before = taps.stored;
      if (before === undefined) throw new Error("the counter is gone");
      const metadata = { adjustment: { to: before.count + delta } };
      const counted = countBy(before, { delta, metadata, nowMs: Date.parse(at) });
      if (counted === undefined) throw new Error("out of range");
      const { counter: after, event } = counted;
      await taps.writeTaps(await withMarks(taps, { before, after, taps: [{ event }] }));
    },
  };
}

test("a counter keeps the highest number of its day, and when it was made first", async () => {
  const { tap, down, peak } = newWorld("2026-11-23T09:00:00Z");
  await tap("2026-11-23T10:00:00Z", "up", "up");
  await tap("2026-11-23T11:00:00Z", "down", "up");
  expect(peak()).toEqual([2n, "11-23T10:00"]);
  // The same day, which ends at 04:00.
  await tap("2026-11-24T03:59:59Z", "up");
  expect(peak()).toEqual([3n, "11-24T03:59"]);
  await down("2026-11-24T04:00:00Z", 2);
  expect(peak()).toEqual([2n, "11-24T04:00"]);
  await tap("2026-11-24T05:00:00Z", "up");
  expect(peak()).toEqual([2n, "11-24T04:00"]);
});

test("a number that is set makes no peak, and ends that of the day before", async () => {
  const { tap, set, peak } = newWorld("2026-11-23T09:00:00Z");
  await set("2026-11-23T09:00:00Z", 500);
  expect(peak()).toEqual([undefined, undefined]);
  await tap("2026-11-23T10:00:00Z", "down");
  expect(peak()).toEqual([499n, "11-23T10:00"]);
  await set("2026-11-23T11:00:00Z", -499);
  expect(peak()).toEqual([499n, "11-23T10:00"]);
  await set("2026-11-24T09:00:00Z", 10);
  expect(peak()).toEqual([undefined, undefined]);
  await tap("2026-11-24T09:00:30Z", "up");
  expect(peak()).toEqual([11n, "11-24T09:00"]);
});
