import { type Calendar, dayOf, type LocalDate } from "../calendar.ts";
import type { Clock } from "../clock.ts";
import { type Charted, ownMarks } from "./charted.ts";
import { type MarkReader, type MarkTarget, sumsOf } from "./count-mark.ts";
import { minuteMs } from "./interval.ts";
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
  const { date, startMs } = dayOf(calendar, clock.now());
  const { level } = charted;
  const { peak = null, peakAt = null } = peakSince(charted, startMs);
  const startedAt = new Date(startMs).toISOString();
  const { timeZone } = calendar;
  const today = { date, startedAt, timeZone, level, peak, peakAt, in: 0n, out: 0n };
  if (charted.lastCountAt === undefined || Date.parse(charted.lastCountAt) < startMs) return today;
  const createdMs = Math.floor(Date.parse(charted.createdAt) / minuteMs) * minuteMs;
  const at = new Date(Math.max(startMs, createdMs)).toISOString();
  // Two: the first can be of a former group under the same id.
  const read = await marks.from(target, { resolution: "minute", at, limit: 2 });
  const [first] = ownMarks(read, charted);
  if (first === undefined) return today;
  const [before, now] = [sumsOf(first), sumsOf(charted)];
  return { ...today, in: atLeast0(now.ups - before.ups), out: atLeast0(now.downs - before.downs) };
}

function atLeast0(sum: bigint): bigint {
  return sum > 0n ? sum : 0n;
}
