import type { ExactNumber } from "../../../api/private/charts.ts";
import type { TargetReportView } from "../../../api/private/reports.ts";
import type { Calendar } from "../../../core/calendar.ts";
import { type Compared, comparedOf, existedBefore } from "../../../core/reports/compared.ts";
import { periodOf, type ReportRange, weekdayOf } from "../../../core/reports/report-range.ts";
import { hourMs, offsetMs } from "../../../core/time-zone.ts";
import { boundariesOf } from "./period.ts";

/** A report on one counter or group, with its name. */
export type NamedReport = TargetReportView & { name: string; countsPeople: boolean };

/** What is added up, and what is not; empty for a single one of people. */
export function addedSentence(reports: NamedReport[], of: "counters" | "groups"): string {
  const left = reports.filter(({ countsPeople }) => !countsPeople).length;
  if (reports.length === 1) {
    const isMixed = of === "groups" && left > 0;
    return isMixed ? "The group adds up all of its counters; not all of them count people." : "";
  }
  if (left === 0) {
    return of === "groups"
      ? "The groups are added up as people."
      : "All of these counters are added up as people. If one counts something else, switch off Counts people in its settings.";
  }
  const many = `${left.toLocaleString()} ${left === 1 ? of.slice(0, -1) : of}`;
  const [has, does, is] = left === 1 ? ["has", "does", "is"] : ["have", "do", "are"];
  return of === "groups"
    ? `${many} ${has} counters that do not count people, and ${is} not added up.`
    : `${many} ${does} not count people, and ${is} not added up.`;
}

export interface Sums {
  in: bigint;
  out: bigint;
  adjusted: bigint;
  late: number;
}

/** An interval of all counters or groups of a report, also where nothing was counted. */
export interface CombinedRow extends Sums {
  startMs: number;
  endMs: number;
  /** In the interval of the period before that stands for this one; null where they are not compared. */
  inBefore: bigint | null;
  outBefore: bigint | null;
  /** Of a single counter or group. */
  level: ExactNumber | null;
  peak: ExactNumber | null;
  peakAt: string | null;
}

export interface Combined {
  rows: CombinedRow[];
  total: Sums;
  /** In the period before; null where not all of it is compared. */
  adjustedBefore: bigint | null;
  /** What both periods have data of; null where that is nothing. */
  compared: Compared | null;
  heatmap: HeatmapHours | null;
}

/** By day of the week, from Monday, and by hour of the clock. */
export interface HeatmapHours {
  /** What was counted in. */
  sums: bigint[][];
  /** How often the period had this hour, up to now, since there was any of the counters. */
  times: number[][];
}

/** Adds reports up. Their intervals up to now are all there, in order of time. */
export function combine(
  reports: NamedReport[],
  { range, calendar, nowMs }: { range: ReportRange; calendar: Calendar; nowMs: number },
): Combined {
  const { starts, startsBefore } = boundariesOf(range, calendar);
  const compared = comparedOf(reports, { starts, startsBefore, nowMs });
  const rows = starts.slice(0, -1).map((startMs, index): CombinedRow => {
    const before = compared?.has[index] ? 0n : null;
    return {
      ...{ startMs, endMs: starts[index + 1] ?? startMs, ...noSums },
      ...{ inBefore: before, outBefore: before, level: null, peak: null, peakAt: null },
    };
  });
  const [only, ...more] = reports;
  for (const report of reports) {
    placed(report.rows, starts, (index, row) => {
      const into = rows[index];
      if (into !== undefined) Object.assign(into, added(into, row));
    });
    placed(report.before.rows, startsBefore, (index, row) => {
      const into = rows[index];
      if (into === undefined || into.inBefore === null || into.outBefore === null) return;
      into.inBefore += BigInt(row.in);
      into.outBefore += BigInt(row.out);
    });
  }
  if (only !== undefined && more.length === 0) addLevels(rows, only, starts);
  return {
    rows: rows.filter(({ startMs }) => startMs <= nowMs),
    total: sumOf(reports.map(({ total }) => total)),
    adjustedBefore: compared?.isWhole ? sumOf(reports.map(({ before }) => before)).adjusted : null,
    compared,
    heatmap: heatmapOf(reports, { range, calendar, nowMs }),
  };
}

interface SentSums {
  in: ExactNumber;
  out: ExactNumber;
  adjusted: ExactNumber;
  late: number;
}

const noSums: Sums = { in: 0n, out: 0n, adjusted: 0n, late: 0 };

function added(sums: Sums, row: SentSums): Sums {
  return {
    in: sums.in + BigInt(row.in),
    out: sums.out + BigInt(row.out),
    adjusted: sums.adjusted + BigInt(row.adjusted),
    late: sums.late + row.late,
  };
}

function sumOf(all: SentSums[]): Sums {
  return all.reduce<Sums>(added, noSums);
}

/** Finds the interval that each row is in: after a change of the time zone, it may begin at another time. */
function placed<Row extends { at: string }>(
  rows: Row[],
  starts: number[],
  place: (index: number, row: Row) => void,
): void {
  let index = 0;
  for (const row of rows) {
    const atMs = Date.parse(row.at);
    while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= atMs) index += 1;
    place(Math.min(index, starts.length - 2), row);
  }
}

function addLevels(rows: CombinedRow[], { rows: own }: NamedReport, starts: number[]): void {
  placed(own, starts, (index, { level, peak, peakAt }) => {
    const row = rows[index];
    if (row !== undefined) Object.assign(row, { level, peak, peakAt });
  });
}

function heatmapOf(
  reports: NamedReport[],
  { range, calendar, nowMs }: { range: ReportRange; calendar: Calendar; nowMs: number },
): HeatmapHours | null {
  const all = reports.flatMap(({ heatmap }) => (heatmap === null ? [] : [heatmap]));
  if (all.length === 0 || all.length < reports.length) return null;
  const sums = weekOf((day, hour) =>
    all.reduce((sum, heatmap) => sum + BigInt(heatmap[day]?.[hour] ?? 0), 0n),
  );
  const times = weekOf(() => 0);
  const { days } = periodOf(range, calendar);
  days.slice(0, -1).forEach(({ date, startMs }, index) => {
    const endMs = Math.min(nowMs + 1, days[index + 1]?.startMs ?? 0);
    if (!reports.some((report) => existedBefore(report, endMs))) return;
    const hours = times[weekdayOf(date)] ?? [];
    const begins = Math.floor((startMs + offsetMs(calendar.timeZone, startMs)) / hourMs);
    for (let hour = 0; hour < 24 && startMs + hour * hourMs < endMs; hour += 1) {
      const ofClock = (begins + hour) % 24;
      hours[ofClock] = (hours[ofClock] ?? 0) + 1;
    }
  });
  return { sums, times };
}

function weekOf<Cell>(cell: (day: number, hour: number) => Cell): Cell[][] {
  return Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => cell(day, hour)),
  );
}
