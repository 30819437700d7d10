import type { Calendar } from "../calendar.ts";
import { type Charted, ownMarks } from "../counters/charted.ts";
import {
  type CountMark,
  type KeptSums,
  type MarkReader,
  type MarkTarget,
  sumsOf,
} from "../counters/count-mark.ts";
import { intervalStart, type Resolution, unitMs } from "../counters/interval.ts";
import { type Peak, peakSince } from "../counters/peak.ts";
import { dayMs, hourMs, offsetMs } from "../time-zone.ts";
import {
  daysIn,
  needsHours,
  type Period,
  periodOf,
  type ReportDay,
  type ReportRange,
  startsOf,
  weekdayOf,
} from "./report-range.ts";

export interface ReportSums {
  /** Counted up, less what was undone; below 0 where only taps of earlier intervals were undone. */
  in: bigint;
  /** Counted down, as a positive number, but for the same. */
  out: bigint;
  /** By how much the number was set higher, less by how much lower: nobody counted that. */
  adjusted: bigint;
  /** How many counts were uploaded late. */
  late: number;
}

/** What was counted from one moment to another. */
export interface ReportedInterval extends ReportSums {
  /** At its end, or now. */
  level: bigint;
  /** The highest number that taps and undos have made; null where none did, and where it is not known. */
  peak: bigint | null;
  /** When it was made first. */
  peakAt: string | null;
}

export interface ReportRow extends ReportedInterval {
  /** When the interval began. */
  at: string;
}

export type BeforeRow = Pick<ReportRow, "at" | "in" | "out">;

/** A report on one counter or group. */
export interface Report {
  /** It had no level before. */
  createdAt: string;
  /** In order of time; intervals without counts are absent. No hour has a peak. */
  rows: ReportRow[];
  total: ReportedInterval;
  /** Of as many days before; its rows stand for those of the period in their order. */
  before: ReportedInterval & { rows: BeforeRow[] };
  /** What was counted in by day of the week, from Monday, and by hour of the clock. */
  heatmap: bigint[][] | null;
}

/**
 * Draws a report from marks: one read of those of days, for the period and the one before, and one of
 * those of hours where it needs them. The marks must be read after `charted`, as for a chart.
 */
export async function readReport(
  marks: MarkReader,
  target: MarkTarget,
  { charted, calendar, range }: { charted: Charted; calendar: Calendar; range: ReportRange },
): Promise<Report> {
  const period = periodOf(range, calendar);
  const [beforeMs, fromMs, toMs] = endsOf(period);
  const days = daysIn(range);
  async function read(resolution: Resolution, sinceMs: number, intervals: number) {
    const firstMs = Math.max(sinceMs, Date.parse(charted.createdAt) - 3 * unitMs[resolution]);
    // The mark after the last interval, and some from before a change of the time zone.
    const page = { resolution, at: new Date(firstMs).toISOString(), limit: intervals + 10 };
    return new History(ownMarks(await marks.from(target, page), charted), charted);
  }
  const hourOf = (ms: number) => intervalStart("hour", calendar, ms);
  const byHour = range.by === "hour";
  const [ofDays, ofHours] = await Promise.all([
    read("day", beforeMs, 2 * days),
    // Where clocks change, a day can have more.
    needsHours(range)
      ? read("hour", hourOf(byHour ? beforeMs : fromMs), 25 * (byHour ? 2 * days : days))
      : undefined,
  ]);
  const [before = 0, first = 0, last = 0] = ofDays.placesOf([beforeMs, fromMs, toMs]);
  const rows = rowsOf();
  return {
    createdAt: charted.createdAt,
    rows: rows.of,
    before: { ...ofDays.between(before, first), rows: rows.before.map(beforeRow) },
    total: ofDays.between(first, last),
    heatmap: range.heatmap && ofHours ? heatmapOf(ofHours, period, calendar) : null,
  };

  function rowsOf(): { of: ReportRow[]; before: ReportRow[] } {
    if (range.by === "hour") {
      const between = (from: number, to: number) => ofHours?.rowsOfMarks(hourOf(from), to) ?? [];
      return { of: between(fromMs, toMs), before: between(beforeMs, fromMs) };
    }
    const { starts, startsBefore } = startsOf(range.by, period);
    return { of: ofDays.rowsBetween(starts), before: ofDays.rowsBetween(startsBefore) };
  }
}

function beforeRow({ at, in: ups, out }: ReportRow): BeforeRow {
  return { at, in: ups, out };
}

/** When the period before begins, the period itself, and its end. */
function endsOf({ days, before }: Period): [number, number, number] {
  const at = (day: ReportDay | undefined) => day?.startMs ?? Number.NaN;
  return [at(before[0]), at(days[0]), at(days.at(-1))];
}

/** What marks know: each has the state before its interval, and what is charted has the present one. */
class History {
  readonly marks: CountMark[];
  readonly #startsMs: number[];
  readonly #charted: Charted;

  constructor(marks: CountMark[], charted: Charted) {
    this.marks = marks;
    this.#startsMs = marks.map(({ at }) => Date.parse(at));
    this.#charted = charted;
  }

  /** For each of these moments, in order of time, the place of the first mark since then. */
  placesOf(moments: number[]): number[] {
    let place = 0;
    return moments.map((ms) => {
      while ((this.#startsMs[place] ?? Number.POSITIVE_INFINITY) < ms) place += 1;
      return place;
    });
  }

  sums(place: number, end: number): ReportSums {
    const [before, after] = [sumsOf(this.#stateAt(place)), sumsOf(this.#stateAt(end))];
    return {
      in: after.ups - before.ups,
      out: after.downs - before.downs,
      adjusted: after.adjusted - before.adjusted,
      late: after.late - before.late,
    };
  }

  /** From one mark to another. */
  between(place: number, end: number): ReportedInterval {
    const { level } = this.#stateAt(end);
    const { peak = null, peakAt = null } = this.#peak(place, end);
    return { ...this.sums(place, end), level, peak, peakAt };
  }

  /** The intervals that begin at these moments and end at the next one, if anything was counted. */
  rowsBetween(starts: number[]): ReportRow[] {
    const places = this.placesOf(starts);
    return starts.slice(0, -1).flatMap((startMs, index): ReportRow[] => {
      const [place = 0, end = 0] = places.slice(index);
      const at = new Date(startMs).toISOString();
      return place === end ? [] : [{ at, ...this.between(place, end) }];
    });
  }

  /** The intervals of the marks themselves, of hours: only days have peaks. */
  rowsOfMarks(fromMs: number, toMs: number): ReportRow[] {
    const [first = 0, end = 0] = this.placesOf([fromMs, toMs]);
    return this.marks.slice(first, end).map(({ at }, index) => {
      const { level } = this.#stateAt(first + index + 1);
      const sums = this.sums(first + index, first + index + 1);
      return { at, ...sums, level, peak: null, peakAt: null };
    });
  }

  #stateAt(place: number): KeptSums & { level: bigint } {
    return this.marks[place] ?? this.#charted;
  }

  /** The highest peak of days; none where that of any is not known. */
  #peak(place: number, end: number): Peak {
    let highest: Peak = {};
    for (let day = place; day < end; day += 1) {
      const peak = peakSince(this.#stateAt(day + 1), this.#startsMs[day] ?? 0);
      const counted = this.sums(day, day + 1);
      if (peak.peak === undefined && (counted.in !== 0n || counted.out !== 0n)) return {};
      if (peak.peak !== undefined && (highest.peak === undefined || peak.peak > highest.peak)) {
        highest = peak;
      }
    }
    return highest;
  }
}

/** An hour belongs to the day in which it begins. */
function heatmapOf(hours: History, period: Period, { timeZone }: Calendar): bigint[][] {
  const { days } = period;
  const [, fromMs, toMs] = endsOf(period);
  const sums = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0n));
  const [first = 0, end = 0] = hours.placesOf([fromMs, toMs]);
  let day = 0;
  for (let place = first; place < end; place += 1) {
    const atMs = Date.parse(hours.marks[place]?.at ?? "");
    while ((days[day + 1]?.startMs ?? Number.POSITIVE_INFINITY) <= atMs) day += 1;
    const ofDay = sums[weekdayOf(days[day]?.date ?? "")] ?? [];
    const hour = Math.floor(((atMs + offsetMs(timeZone, atMs)) % dayMs) / hourMs);
    ofDay[hour] = (ofDay[hour] ?? 0n) + hours.sums(place, place + 1).in;
  }
  return sums;
}
