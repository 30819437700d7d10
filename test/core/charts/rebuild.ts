import { expect } from "vitest";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import { rebuildMarks } from "../../../core/counters/rebuild-marks.ts";
import type { MemoryTaps } from "../counters/memory-taps.ts";
import { key } from "./lives.ts";
import { memoryMarks } from "./memory-marks.ts";

/** Rebuilds the marks of a counter in memory; `lose`: when all were lost. */
export async function rebuild(taps: MemoryTaps, { lose }: { lose: boolean }): Promise<void> {
  if (lose) taps.marks.clear();
  const rebuilt = await rebuildMarks(
    {
      storedCounters: { get: async () => taps.stored },
      countEvents: { page: async (_, { beforeEventId }) => eventsBefore(taps, beforeEventId) },
      markWriter: memoryMarks(taps.marks).writer,
      calendar: async () => taps.calendarNow,
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
