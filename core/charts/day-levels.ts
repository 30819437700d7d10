import { allInOrder } from "../all-in-order.ts";
import { type Calendar, dayOf, nextDayStartMs } from "../calendar.ts";
import type { Clock } from "../clock.ts";
import type { MarkReader } from "../counters/count-mark.ts";
import { maximumMarks } from "./chart.ts";

/** How counters have stood on the present day. */
export interface DayLevels {
  startedMs: number;
  endsMs: number;
  /** Of each counter, in order of time; one that was not counted today has none. */
  levels: Map<string, HourLevel[]>;
}

export interface HourLevel {
  /** When the hour began. */
  at: string;
  /** Before the first count of that hour. */
  level: bigint;
}

/** Reads the marks of today's hours: one query for each counter. */
export async function readDayLevels(
  { marks, clock }: { marks: MarkReader; clock: Pick<Clock, "now"> },
  { organizationId, counterIds }: { organizationId: string; counterIds: string[] },
  calendar: Calendar,
): Promise<DayLevels> {
  const nowMs = clock.now();
  const startedMs = dayOf(calendar, nowMs).startMs;
  const page = {
    resolution: "hour" as const,
    at: new Date(startedMs).toISOString(),
    limit: maximumMarks("hour", nowMs - startedMs),
  };
  const read = await allInOrder(
    counterIds.map((targetId) => marks.from({ organizationId, targetId }, page)),
  );
  const levels = read.map((hours) => hours.map(({ at, level }) => ({ at, level })));
  return {
    startedMs,
    endsMs: nextDayStartMs(calendar, nowMs),
    levels: new Map(counterIds.map((id, index) => [id, levels[index] ?? []])),
  };
}
