import { allInOrder } from "../all-in-order.ts";
import { type Calendar, dayOf } from "../calendar.ts";
import { type ChartPoint, maximumMarks, pointsBetween } from "../charts/chart.ts";
import type { Clock } from "../clock.ts";
import { type Charted, ownMarks } from "../counters/charted.ts";
import type { MarkReader, MarkTarget } from "../counters/count-mark.ts";
import { beginOfDay, hasCountedSince, type Today, todaySince } from "../counters/today.ts";

/** What was counted today, and by the hour. */
export interface TileDay extends Today {
  /** Hours with counts, in order of time; the first can be cut short by the start of the day. */
  points: ChartPoint[];
}

/**
 * Reads the marks of today's hours and of its beginning: two queries in most cases, and none before the
 * first count of the day.
 */
export async function readTileDay(
  { marks, clock }: { marks: MarkReader; clock: Pick<Clock, "now"> },
  target: MarkTarget,
  { charted, calendar }: { charted: Charted; calendar: Calendar },
): Promise<TileDay> {
  const nowMs = clock.now();
  const day = dayOf(calendar, nowMs);
  const known = { charted, day, timeZone: calendar.timeZone };
  if (!hasCountedSince(charted, day.startMs))
    return { ...todaySince({ isCut: false }, known), points: [] };
  const startedAt = new Date(day.startMs).toISOString();
  const limit = maximumMarks("hour", nowMs - day.startMs);
  const [begin, read] = await allInOrder([
    beginOfDay(marks, target, { charted, startMs: day.startMs }),
    marks.from(target, { resolution: "hour", at: startedAt, limit }),
  ]);
  const hours = ownMarks(read, charted);
  // The hour in which the day starts can have begun before it.
  const { first } = begin;
  const isCut = first !== undefined && hours[0]?.position !== first.position;
  const boundaries = isCut ? [{ ...first, at: startedAt }, ...hours] : hours;
  return { ...todaySince(begin, known), points: pointsBetween(boundaries, charted) };
}
