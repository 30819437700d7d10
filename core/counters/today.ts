import { atLeast0 } from "../at-least-0.ts";
import { type Calendar, type Day, dayOf, type LocalDate } from "../calendar.ts";
import type { Clock } from "../clock.ts";
import { minuteMs } from "../time-zone.ts";
import { type Charted, ownMarks } from "./charted.ts";
import { type CountMark, type MarkReader, type MarkTarget, sumsOf } from "./count-mark.ts";
import { peakSince } from "./peak.ts";

/** What people have counted on the present day. */
export interface Today {
  date: LocalDate;
  startedAt: string;
  /** The organization's, by which the day starts. */
  timeZone: string;
  /** Counted up, less what was undone; 0 where that was more. */
  in: bigint;
  /** Counted down, as a positive number. */
  out: bigint;
  /** By how much the number was set higher, less by how much lower: with it, in and out add up. */
  adjusted: bigint;
  /** Now. */
  level: bigint;
  /** Null on a day on which nobody has counted. */
  peak: bigint | null;
  /** When it was made first. */
  peakAt: string | null;
}

/**
 * Reads two marks of minutes at most, and none before the first count of the day. Days start with a
 * minute, and the marks of days are those of the calendar that was in force.
 */
export async function readToday(
  { marks, clock }: { marks: MarkReader; clock: Pick<Clock, "now"> },
  target: MarkTarget,
  { charted, calendar }: { charted: Charted; calendar: Calendar },
): Promise<Today> {
  const day = dayOf(calendar, clock.now());
  const first = await firstMarkSince(marks, target, { charted, sinceMs: day.startMs });
  return todaySince(first, { charted, day, timeZone: calendar.timeZone });
}

/** The mark of the first count since a minute began; undefined where there was none. */
export async function firstMarkSince(
  marks: MarkReader,
  target: MarkTarget,
  { charted, sinceMs }: { charted: Charted; sinceMs: number },
): Promise<CountMark | undefined> {
  if (!hasCountedSince(charted, sinceMs)) return undefined;
  const createdMs = Math.floor(Date.parse(charted.createdAt) / minuteMs) * minuteMs;
  const at = new Date(Math.max(sinceMs, createdMs)).toISOString();
  // Two: the first can be of a former group under the same id.
  const read = await marks.from(target, { resolution: "minute", at, limit: 2 });
  return ownMarks(read, charted)[0];
}

export function hasCountedSince({ lastCountAt }: Charted, sinceMs: number): boolean {
  return lastCountAt !== undefined && Date.parse(lastCountAt) >= sinceMs;
}

/** What was counted on a day since its first mark. */
export function todaySince(
  first: CountMark | undefined,
  { charted, day, timeZone }: { charted: Charted; day: Day; timeZone: string },
): Today {
  const { level } = charted;
  const kept = charted.onlyRises ? {} : peakSince(charted, day.startMs);
  const { peak = null, peakAt = null } = kept;
  const startedAt = new Date(day.startMs).toISOString();
  const today = { date: day.date, startedAt, timeZone, level, peak, peakAt };
  if (first === undefined) return { ...today, in: 0n, out: 0n, adjusted: 0n };
  const [before, now] = [sumsOf(first), sumsOf(charted)];
  return {
    ...today,
    in: atLeast0(now.ups - before.ups),
    out: atLeast0(now.downs - before.downs),
    adjusted: now.adjusted - before.adjusted,
  };
}
