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
 * One query in most cases, and none before the first count of the day. Days start with a minute, and the
 * marks of days are those of the calendar that was in force.
 */
export async function readToday(
  { marks, clock }: { marks: MarkReader; clock: Pick<Clock, "now"> },
  target: MarkTarget,
  { charted, calendar }: { charted: Charted; calendar: Calendar },
): Promise<Today> {
  const day = dayOf(calendar, clock.now());
  const begin = await beginOfDay(marks, target, { charted, startMs: day.startMs });
  return todaySince(begin, { charted, day, timeZone: calendar.timeZone });
}

/** How a day began. */
export interface DayBegin {
  /** Of its first count; undefined where there was none. */
  first?: CountMark | undefined;
  /** Whether the peak that is kept can be of another part of the day than the whole. */
  isCut: boolean;
}

/** After a change of the time zone, a day of the one before can have begun within this one. */
export async function beginOfDay(
  marks: MarkReader,
  target: MarkTarget,
  { charted, startMs }: { charted: Charted; startMs: number },
): Promise<DayBegin> {
  if (!hasCountedSince(charted, startMs)) return { isCut: false };
  const at = new Date(startMs).toISOString();
  // More than one: others can be of a former group under the same id.
  const read = await marks.from(target, { resolution: "day", at, limit: 3 });
  const [ofDay, ...later] = ownMarks(read, charted);
  const first =
    ofDay?.at === at ? ofDay : await firstMarkSince(marks, target, { charted, sinceMs: startMs });
  const isLater = ofDay !== undefined && ofDay.position !== first?.position;
  return { first, isCut: isLater || later.length > 0 };
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

/** What was counted on a day. */
export function todaySince(
  { first, isCut }: DayBegin,
  { charted, day, timeZone }: { charted: Charted; day: Day; timeZone: string },
): Today {
  const { level } = charted;
  const kept = charted.onlyRises || isCut ? {} : peakSince(charted, day.startMs);
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
