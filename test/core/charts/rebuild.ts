import { expect } from "vitest";
import type { Calendar } from "../../../core/calendar.ts";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import { type RebuildPorts, rebuildMarks } from "../../../core/counters/rebuild-marks.ts";
import type { MemoryTaps } from "../counters/memory-taps.ts";
import { key } from "./lives.ts";
import { memoryMarks } from "./memory-marks.ts";

/** Rebuilds the marks of a counter in memory; `lose`: when all were lost. */
export async function rebuild(taps: MemoryTaps, { lose }: { lose: boolean }): Promise<void> {
  if (lose) taps.marks.clear();
  const control = { onEvents: () => {}, isStopped: () => false };
  const rebuilt = await rebuildMarks(portsOf(taps), key, control);
  expect(rebuilt).toMatchObject({ result: "rebuilt", events: taps.events.length });
}

/** The same by calls that are stopped as soon as another one can go on. */
export async function rebuildInParts(taps: MemoryTaps): Promise<void> {
  let from: string | undefined;
  for (;;) {
    let next = from;
    const rebuilt = await rebuildMarks(portsOf(taps), key, {
      from,
      onEvents: (_, reached) => {
        next = reached;
      },
      isStopped: () => next !== from,
    });
    if (rebuilt.result !== "stopped") return expect(rebuilt.result).toBe("rebuilt");
    if (rebuilt.next === undefined || (from !== undefined && rebuilt.next >= from)) {
      throw new Error(`a part from ${from} led to ${rebuilt.next}`);
    }
    from = rebuilt.next;
  }
}

/** A run of the old calendar, in whose first write a run of another one begins and ends. */
export async function rebuildAcross(taps: MemoryTaps, calendar: Calendar): Promise<void> {
  const ports = portsOf(taps);
  const control = { onEvents: () => {}, isStopped: () => false };
  let isChanged = false;
  const put: typeof ports.markWriter.put = async (...given) => {
    if (!isChanged) {
      isChanged = true;
      taps.calendarNow = calendar;
      await rebuild(taps, { lose: false });
    }
    await ports.markWriter.put(...given);
  };
  await rebuildMarks({ ...ports, markWriter: { ...ports.markWriter, put } }, key, control);
  taps.calendarNow = calendar;
}

function portsOf(taps: MemoryTaps): RebuildPorts {
  const { reader, writer } = memoryMarks(taps.marks);
  return {
    storedCounters: { get: async () => taps.stored },
    countEvents: { page: async (_, { beforeEventId }) => eventsBefore(taps, beforeEventId) },
    markReader: reader,
    markWriter: writer,
    calendar: async () => taps.calendarNow,
  };
}

/** Small pages, so that intervals go over several. */
function eventsBefore({ events }: MemoryTaps, before = Number.POSITIVE_INFINITY): CountEvent[] {
  return events
    .filter(({ lastEventId }) => lastEventId < before)
    .toReversed()
    .slice(0, 7);
}
