import { allInOrder } from "../all-in-order.ts";
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
import { type Resolution, unitMs } from "../counters/interval.ts";
import { keptPeak, type Peak, peakSince } from "../counters/peak.ts";
import { firstMarkSince } from "../counters/today.ts";
import { dayMs, hourMs, offsetMs } from "../time-zone.ts";
import {
  comparedUntilMs,
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
  /** What it compares with: while its days run, up to the same time of the day that stands for today. */
  before: ReportedInterval & { rows: BeforeRow[] };
  /** What was counted in by day of the week, from Monday, and by hour of the clock. */
  heatmap: bigint[][] | null;
}

/**
 * Draws a report from marks of days, and of hours where it needs them. Both periods begin and end with
 * exactly what was counted until then, whatever marks there are: rows add up to their sum. The marks must
 * be read after `charted`, as for a chart.
 */
export async function readReport(
  marks: MarkReader,
  target: MarkTarget,
  {
    charted,
    calendar,
    range,
    nowMs,
  }: { charted: Charted; calendar: Calendar; range: ReportRange; nowMs: number },
): Promise<Report> {
  const period = periodOf(range, calendar);
  const { days, before } = endsOf(period);
  const beforeUntil = comparedUntilMs(period, calendar, nowMs);
  const [of, earlier] = await allInOrder([
    readHistories(days, needsHours(range)),
    readHistories({ ...before, toMs: beforeUntil }, range.by === "hour"),
  ]);
  const rows = rowsOf();
  return {
    createdAt: charted.createdAt,
    rows: rows.of,
    before: { ...earlier.ofDays.whole(), rows: rows.before.map(beforeRow) },
    total: of.ofDays.whole(),
    heatmap: range.heatmap && of.ofHours ? heatmapOf(of.ofHours, period, calendar) : null,
  };

  async function readHistories(ends: Ends, byHour: boolean) {
    const read = async (resolution: Resolution) => {
      const born = Date.parse(charted.createdAt) - 3 * unitMs[resolution];
      const fromMs = Math.max(ends.fromMs, born);
      return ownMarks(await marksUntil(marks, target, { resolution, ...ends, fromMs }), charted);
    };
    const [ofDays, ofHours] = await allInOrder([read("day"), byHour ? read("hour") : undefined]);
    const at = (ms: number) => stateAt(ms, ofDays);
    const [begin, end] = await allInOrder([at(ends.fromMs), at(ends.toMs)]);
    const hasPeaks = charted.onlyRises !== true;
    const history = (known: CountMark[]) => new History(known, { ends, begin, end, hasPeaks });
    return { ofDays: history(ofDays), ofHours: ofHours && history(ofHours) };
  }

  /** Before the first count since a moment: of a mark of its day, or else of the minute. */
  async function stateAt(ms: number, ofDays: CountMark[]): Promise<State> {
    const next = ofDays.find(({ at }) => Date.parse(at) >= ms);
    if (next !== undefined && Date.parse(next.at) === ms) return next;
    const first = await firstMarkSince(marks, target, { charted, sinceMs: ms });
    if (first === undefined) return charted;
    // Marks of minutes have no peak; the next one of a day has the peak of the day before it.
    const kept = keptPeak(next ?? charted);
    return kept.peakAt !== undefined && Date.parse(kept.peakAt) < ms
      ? { ...first, ...kept }
      : first;
  }

  function rowsOf(): { of: ReportRow[]; before: ReportRow[] } {
    if (range.by === "hour") {
      return { of: of.ofHours?.rowsOfMarks() ?? [], before: earlier.ofHours?.rowsOfMarks() ?? [] };
    }
    const { starts, startsBefore } = startsOf(range.by, period);
    return { of: of.ofDays.rowsBetween(starts), before: earlier.ofDays.rowsBetween(startsBefore) };
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

/** What was counted until then: a mark's, or the present one. */
type State = KeptSums & { level: bigint; position: number; at?: string };

/** What marks know of a period: each has the state before its interval. */
class History {
  readonly marks: (State & { at: string })[];
  readonly #startsMs: number[];
  readonly #end: State;
  readonly #hasPeaks: boolean;

  constructor(
    known: CountMark[],
    { ends, begin, end, hasPeaks }: { ends: Ends; begin: State; end: State; hasPeaks: boolean },
  ) {
    this.#hasPeaks = hasPeaks;
    // In an hour that the start of a day cuts, the first count may have come after the period.
    const isLater = ({ position }: CountMark) => end.at !== undefined && position >= end.position;
    const inside = known.filter((mark) => {
      const ms = Date.parse(mark.at);
      return ends.fromMs <= ms && ms < ends.toMs && !isLater(mark);
    });
    // A day or hour of other clocks, or of another start of days, has begun before the period.
    const isIn = begin.at !== undefined && Date.parse(begin.at) < ends.toMs;
    const isCut = isIn && begin.position !== inside[0]?.position;
    const at = new Date(ends.fromMs).toISOString();
    this.marks = isCut ? [{ ...begin, at }, ...inside] : inside;
    this.#startsMs = this.marks.map((mark) => Date.parse(mark.at));
    this.#end = end;
  }

  /** The whole period. */
  whole(): ReportedInterval {
    return this.between(0, this.marks.length);
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
  rowsOfMarks(): ReportRow[] {
    return this.marks.map(({ at }, place) => {
      const { level } = this.#stateAt(place + 1);
      return { at, ...this.sums(place, place + 1), level, peak: null, peakAt: null };
    });
  }

  #stateAt(place: number): State {
    return this.marks[place] ?? this.#end;
  }

  /** The highest peak of days; none where that of any is not known. */
  #peak(place: number, end: number): Peak {
    let highest: Peak = {};
    if (!this.#hasPeaks) return highest;
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
  const sums = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0n));
  let day = 0;
  for (let place = 0; place < hours.marks.length; place += 1) {
    const atMs = Date.parse(hours.marks[place]?.at ?? "");
    while ((days[day + 1]?.startMs ?? Number.POSITIVE_INFINITY) <= atMs) day += 1;
    const ofDay = sums[weekdayOf(days[day]?.date ?? "")] ?? [];
    const hour = Math.floor(((atMs + offsetMs(timeZone, atMs)) % dayMs) / hourMs);
    ofDay[hour] = (ofDay[hour] ?? 0n) + hours.sums(place, place + 1).in;
  }
  return sums;
}
