import type { Calendar } from "../calendar.ts";
import { maximumMarks } from "../charts/chart.ts";
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
  /** Counted down, as a positive number; below 0 in the same case. */
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
  /** Of as many days, some whole weeks earlier; its intervals begin as many days earlier. */
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
  const { days, before } = endsOf(period);
  async function read(resolution: Resolution, { fromMs, toMs }: Ends) {
    const firstMs = Math.max(fromMs, Date.parse(charted.createdAt) - 3 * unitMs[resolution]);
    const found = await marksUntil(marks, target, { resolution, fromMs: firstMs, toMs });
    return new History(ownMarks(found, charted), charted);
  }
  const hourOf = (ms: number) => intervalStart("hour", calendar, ms);
  const hoursOf = ({ fromMs, toMs }: Ends) => read("hour", { fromMs: hourOf(fromMs), toMs });
  const [ofDays, ofHours, hoursBefore] = await Promise.all([
    read("day", { fromMs: before.fromMs, toMs: days.toMs }),
    needsHours(range) ? hoursOf(days) : undefined,
    range.by === "hour" ? hoursOf(before) : undefined,
  ]);
  const moments = [before.fromMs, before.toMs, days.fromMs, days.toMs];
  const [firstBefore = 0, lastBefore = 0, first = 0, last = 0] = ofDays.placesOf(moments);
  const rows = rowsOf();
  return {
    createdAt: charted.createdAt,
    rows: rows.of,
    before: { ...ofDays.between(firstBefore, lastBefore), rows: rows.before.map(beforeRow) },
    total: ofDays.between(first, last),
    heatmap: range.heatmap && ofHours ? heatmapOf(ofHours, period, calendar) : null,
  };

  function rowsOf(): { of: ReportRow[]; before: ReportRow[] } {
    if (range.by === "hour") {
      const between = (hours: History | undefined, { fromMs, toMs }: Ends) =>
        hours?.rowsOfMarks(hourOf(fromMs), toMs) ?? [];
      return { of: between(ofHours, days), before: between(hoursBefore, before) };
    }
    const { starts, startsBefore } = startsOf(range.by, period);
    return { of: ofDays.rowsBetween(starts), before: ofDays.rowsBetween(startsBefore) };
  }
}

function beforeRow({ at, in: ups, out }: ReportRow): BeforeRow {
  return { at, in: ups, out };
}

/** When days begin, and when they end. */
interface Ends {
  fromMs: number;
  toMs: number;
}

function endsOf({ days, before }: Period): { days: Ends; before: Ends } {
  const at = (day: ReportDay | undefined) => day?.startMs ?? Number.NaN;
  const ends = (some: ReportDay[]) => ({ fromMs: at(some[0]), toMs: at(some.at(-1)) });
  return { days: ends(days), before: ends(before) };
}

/**
 * The marks from one moment to another, and at least one after them, where there is one. A page is
 * enough but for changes of the time zone or of the start of days: each can leave further marks.
 */
async function marksUntil(
  marks: MarkReader,
  target: MarkTarget,
  { resolution, fromMs, toMs }: Ends & { resolution: Resolution },
): Promise<CountMark[]> {
  const limit = maximumMarks(resolution, Math.max(0, toMs - fromMs));
  const known: CountMark[] = [];
  for (let nextMs = fromMs; ; ) {
    const at = new Date(nextMs).toISOString();
    const page = await marks.from(target, { resolution, at, limit });
    known.push(...page);
    const last = Date.parse(page.at(-1)?.at ?? "");
    if (page.length < limit || last >= toMs) return known;
    nextMs = last + 1;
  }
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
  const { fromMs, toMs } = endsOf(period).days;
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
