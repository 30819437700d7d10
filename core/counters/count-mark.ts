import * as z from "zod";
import { type Calendar, defaultCalendar } from "../calendar.ts";
import { type CountCause, causeOf } from "./count-event.ts";
import { intervalStart, isInAnotherQuarter, Resolution } from "./interval.ts";

/** A sum that can pass what a number holds exactly. */
export const ExactSum = z.union([z.int(), z.bigint()]).transform(BigInt);

/**
 * Sums over all counts since the counter or group has had sums; only differences between two of them
 * are meaningful.
 */
export interface CountSums {
  /** How much was counted up, less what was undone of it. */
  ups: bigint;
  /** How much was counted down, as a positive number, less what was undone of it. */
  downs: bigint;
  /** By how much the number was set higher, less by how much lower: nobody counted that. */
  adjusted: bigint;
  /** How many counts were uploaded late. */
  late: number;
}

/** What a counter or a group keeps of its sums; one that has nothing counted yet has none. */
export const KeptSums = z.object({
  ups: ExactSum.exactOptional(),
  downs: ExactSum.exactOptional(),
  /** Absent before the first adjustment. */
  adjusted: ExactSum.exactOptional(),
  late: z.int().exactOptional(),
  /** Time of the newest count; of a group also of a counter that joined or left with a count. */
  lastCountAt: z.iso.datetime().exactOptional(),
  /** The highest number of its day that taps and undos have made; see peak.ts. */
  peak: ExactSum.exactOptional(),
  /** When it was made first: it is the peak of the day that contains this time. */
  peakAt: z.iso.datetime().exactOptional(),
});
export type KeptSums = z.infer<typeof KeptSums>;

export const keptSumNames = Object.keys(KeptSums.shape) as (keyof KeptSums)[];

/** Level and sums before the first count of an interval. */
export const CountMark = z.object({
  resolution: Resolution,
  /** The start of the interval. */
  at: z.iso.datetime(),
  level: ExactSum,
  ups: ExactSum,
  downs: ExactSum,
  /** Absent before the first adjustment. */
  adjusted: ExactSum.exactOptional(),
  late: z.int(),
  /** Of a counter the lastEventId of that count, of a group the revision that has it. */
  position: z.int().min(1),
  /** On marks of days: the peak that was kept then, which is that of the day counted before. */
  peak: ExactSum.exactOptional(),
  peakAt: z.iso.datetime().exactOptional(),
});
export type CountMark = z.infer<typeof CountMark>;

/** A counter or a group. */
export interface MarkTarget {
  organizationId: string;
  targetId: string;
}

export interface MarkReader {
  /** The oldest marks at or after `at` (ISO 8601), in ascending order. */
  from(
    target: MarkTarget,
    page: { resolution: Resolution; at: string; limit: number },
  ): Promise<CountMark[]>;
}

/** Something that is counted, as it is before a count. */
export interface CountState extends KeptSums {
  level: bigint;
}

/** A count that is about to be written. */
export interface NextCount {
  at: string;
  position: number;
}

/** A count or change that is written after a newer one gets the time of the newer one. */
export function laterOf(at: string, last: string | undefined): string {
  return last !== undefined && Date.parse(last) > Date.parse(at) ? last : at;
}

export function sumsOf({
  ups = 0n,
  downs = 0n,
  adjusted = 0n,
  late = 0,
}: Partial<CountSums>): CountSums {
  return { ups, downs, adjusted, late };
}

/** What the sums have to know of a count. */
export interface SummedCount {
  delta: bigint;
  cause: CountCause;
  late: boolean;
}

export function summedCount(event: {
  delta: number;
  metadata: Record<string, unknown> | null;
  createdAt: string;
}): SummedCount {
  return { delta: BigInt(event.delta), cause: causeOf(event), late: isLate(event) };
}

/** The sums of a single count. An undo is taken from the direction of its tap, which is not its own. */
export function sumsOfCount({ delta, cause, late }: SummedCount): CountSums {
  const sums = sumsOf({ late: Number(late) });
  if (cause === "adjustment") return { ...sums, adjusted: delta };
  const isUp = cause === "undo" ? delta < 0n : delta > 0n;
  return isUp ? { ...sums, ups: delta } : { ...sums, downs: -delta };
}

/** The sums with one count more. */
export function addCount(before: KeptSums, count: SummedCount & { at: string }): KeptSums {
  const sums = sumsOf(before);
  const added = sumsOfCount(count);
  const adjusted = sums.adjusted + added.adjusted;
  return {
    ups: sums.ups + added.ups,
    downs: sums.downs + added.downs,
    ...((before.adjusted !== undefined || count.cause === "adjustment") && { adjusted }),
    late: sums.late + added.late,
    lastCountAt: count.at,
  };
}

/** Whether a count can be the first of its hour or day: only then the calendar decides. */
export function needsCalendar({ lastCountAt }: KeptSums, at: string): boolean {
  return lastCountAt === undefined || isInAnotherQuarter(Date.parse(lastCountAt), Date.parse(at));
}

/**
 * The marks that a count writes: of the minute, hour and day that it is the first of. The calendar may
 * be undefined where `needsCalendar` is false.
 */
export function marksOfCount(
  before: CountState,
  { at, position }: NextCount,
  calendar: Calendar | undefined,
): CountMark[] {
  const lastMs = before.lastCountAt === undefined ? undefined : Date.parse(before.lastCountAt);
  return Resolution.options.flatMap((resolution) => {
    if (resolution !== "minute" && calendar === undefined) return [];
    const startMs = intervalStart(resolution, calendar ?? defaultCalendar, Date.parse(at));
    if (lastMs !== undefined && lastMs >= startMs) return [];
    return [markAt({ resolution, startMs }, before, position)];
  });
}

/** The mark of an interval. */
export function markAt(
  { resolution, startMs }: { resolution: Resolution; startMs: number },
  before: CountState,
  position: number,
): CountMark {
  const at = new Date(startMs).toISOString();
  const { level, adjusted, peak, peakAt } = before;
  const { ups, downs, late } = sumsOf(before);
  const sums = { ups, downs, ...(adjusted !== undefined && { adjusted }), late };
  const hasPeak = resolution === "day" && peak !== undefined && peakAt !== undefined;
  return { resolution, at, level, ...sums, position, ...(hasPeak && { peak, peakAt }) };
}

/** How long after a tap its upload makes the count a late one. */
const lateAfterMs = 120_000;

/** Whether a gate or a member's device uploaded a count late, going by the time that it states. */
export function isLate({
  metadata,
  createdAt,
}: {
  metadata: Record<string, unknown> | null;
  createdAt: string;
}): boolean {
  const tappedAt = metadata?.tappedAt;
  if (typeof tappedAt !== "string") return false;
  // Metadata can hold anything: a value that is not a time does not make a count late.
  return Date.parse(createdAt) - Date.parse(tappedAt) > lateAfterMs;
}
