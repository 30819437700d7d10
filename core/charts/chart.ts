import type { Calendar } from "../calendar.ts";
import type { Clock } from "../clock.ts";
import { type Charted, ownMarks } from "../counters/charted.ts";
import {
  type CountMark,
  type CountSums,
  type MarkReader,
  type MarkTarget,
  sumsOf,
} from "../counters/count-mark.ts";
import { intervalStart, type Resolution, unitMs } from "../counters/interval.ts";
import { dayMs, minuteMs } from "../time-zone.ts";

export interface ChartRange {
  resolution: Resolution;
  from: string;
  /** Undefined for now. */
  to?: string | undefined;
}

/** What was counted in an interval. */
export interface ChartPoint {
  /** When the interval began. */
  at: string;
  /** The level before. */
  level: bigint;
  /** Below 0 where only taps of earlier intervals were undone, as `downs` can be. */
  ups: bigint;
  downs: bigint;
  /** By how much the number was set higher, less by how much lower: nobody counted that. */
  adjusted: bigint;
  /** How many of the counts were uploaded late. */
  late: number;
  /** Of the first count: the lastEventId of a counter, the revision of a group. */
  position: number;
}

/** With the calendar by which its days and hours begin. */
export interface Chart extends Calendar {
  resolution: Resolution;
  /** Of the counter or group: it had no level before. */
  createdAt: string;
  /** The start of the interval that contains the wanted time. */
  from: string;
  /** Null while the chart ends now. */
  to: string | null;
  /** At `from`. */
  level: bigint;
  /** At the end of the interval that contains `to`, or now. */
  endLevel: bigint;
  /** In order of time; an interval without counts has none. */
  points: ChartPoint[];
  now: { level: bigint; lastCountAt: string | null };
}

/** The longest range of each resolution, in milliseconds: at most 1,500 intervals. */
export const longestRangeMs: Record<Resolution, number> = {
  minute: dayMs,
  hour: 62 * dayMs,
  day: 1_461 * dayMs,
};

export type InvalidRange = "in_future" | "ends_before_begin" | "too_long";

/** Why a range cannot be charted; undefined for one that can. */
export function validateRange(
  { resolution, from, to }: ChartRange,
  nowMs: number,
): InvalidRange | undefined {
  const fromMs = Date.parse(from);
  const toMs = to === undefined ? nowMs : Date.parse(to);
  // Clocks of browsers are not exact, and by the time it is read a range that ends now is longer.
  const slackMs = to === undefined ? 10 * minuteMs : 0;
  if (fromMs > nowMs + slackMs) return "in_future";
  if (to !== undefined && fromMs >= toMs) return "ends_before_begin";
  return toMs - fromMs > longestRangeMs[resolution] + slackMs ? "too_long" : undefined;
}

/**
 * Draws a chart from marks: one read of at most 1,501 of them, whatever was counted. The marks must
 * be read after `charted`: those of later counts are left out.
 */
export async function drawChart(
  { marks, clock }: { marks: MarkReader; clock: Pick<Clock, "now"> },
  target: MarkTarget,
  { charted, calendar, range }: { charted: Charted; calendar: Calendar; range: ChartRange },
): Promise<Chart> {
  const { resolution } = range;
  const nowMs = clock.now();
  const toMs = range.to === undefined ? nowMs : Date.parse(range.to);
  const endsNow = toMs >= nowMs;
  const startOf = (ms: number) => intervalStart(resolution, calendar, ms);
  const fromMs = startOf(Math.min(Date.parse(range.from), nowMs));
  // The first interval can have begun well before: of another time zone, or as a day that a change
  // of its start makes longer.
  const firstMs = Math.max(fromMs, Date.parse(charted.createdAt) - 3 * unitMs[resolution]);
  const read = await marks.from(target, {
    resolution,
    at: isoTime(firstMs),
    limit: maximumMarks(resolution, toMs - firstMs),
  });
  const known = ownMarks(read, charted);
  const end = endsNow ? known.length : known.findIndex(({ at }) => Date.parse(at) >= toMs);
  const inside = end < 0 ? known : known.slice(0, end);
  const points = pointsBetween(inside, known[inside.length] ?? charted);
  return {
    resolution,
    ...calendar,
    createdAt: charted.createdAt,
    from: isoTime(fromMs),
    to: endsNow ? null : isoTime(toMs),
    level: (known[0] ?? charted).level,
    endLevel: (known[inside.length] ?? charted).level,
    points,
    now: { level: charted.level, lastCountAt: charted.lastCountAt ?? null },
  };
}

/** What was counted from each mark to the next, and from the last one to `end`. */
export function pointsBetween(marks: CountMark[], end: Partial<CountSums>): ChartPoint[] {
  return marks.map((mark, index) => {
    const [before, after] = [sumsOf(mark), sumsOf(marks[index + 1] ?? end)];
    return {
      at: mark.at,
      level: mark.level,
      ups: after.ups - before.ups,
      downs: after.downs - before.downs,
      adjusted: after.adjusted - before.adjusted,
      late: after.late - before.late,
      position: mark.position,
    };
  });
}

/**
 * The most intervals that a range can touch, the mark after it, and some from before a change of the
 * time zone. An hour or day can be short where clocks change, twice a year.
 */
export function maximumMarks(resolution: Resolution, rangeMs: number): number {
  return Math.max(1, Math.ceil(rangeMs / unitMs[resolution])) + 10;
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
