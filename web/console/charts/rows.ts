import type { ChartView, ExactNumber } from "../../../api/private/charts.ts";
import { atLeast0 } from "../../../core/at-least-0.ts";
import { intervalStart, nextIntervalStart, unitMs } from "../../../core/counters/interval.ts";

/** An interval of a chart; also of those in which nothing was counted. */
export interface ChartRow {
  startMs: number;
  endMs: number;
  /** At `knownMs`. */
  level: ExactNumber;
  /** The end of the interval; of the running one the time until which it was counted. */
  knownMs: number;
  ups: ExactNumber;
  downs: ExactNumber;
  adjusted: ExactNumber;
  late: number;
}

/** More intervals than any chart has. */
const maximumRows = 2_000;

/**
 * All intervals of a chart up to `readMs`, when it was read, in order of time. None is of a day before
 * the counter or group was created.
 */
export function rowsOf(chart: ChartView, readMs: number): ChartRow[] {
  const { resolution, points } = chart;
  const knownMs = knownUntil(chart, readMs);
  const starts = points.map(({ at }) => Date.parse(at));
  const toMs = Math.min(chart.to === null ? knownMs : Date.parse(chart.to), knownMs);
  const lastMs = Math.max(toMs - 1, starts.at(-1) ?? 0);
  const rows: ChartRow[] = [];
  let { level } = chart;
  let next = 0;
  for (let startMs = firstStart(chart, knownMs); startMs <= lastMs && rows.length < maximumRows; ) {
    const point = starts[next] === startMs ? points[next] : undefined;
    if (point !== undefined) next += 1;
    const wholeMs = nextIntervalStart(resolution, chart, startMs);
    // An interval of an earlier calendar begins and ends at another time.
    const isOdd = intervalStart(resolution, chart, startMs) !== startMs;
    const endMs = point !== undefined && isOdd ? startMs + unitMs[resolution] : wholeMs;
    if (point !== undefined) level = points[next]?.level ?? chart.endLevel;
    const { ups = 0, downs = 0, adjusted = 0, late = 0 } = point ?? {};
    const end = Math.min(endMs, starts[next] ?? endMs);
    rows.push({
      ...{ startMs, endMs: end, level, knownMs: Math.min(end, knownMs) },
      ...{ ups, downs, adjusted, late },
    });
    startMs = end;
  }
  return rows;
}

/** The browser's clock can be behind the service's, by which counts have their time. */
function knownUntil({ now }: ChartView, readMs: number): number {
  return now.lastCountAt === null ? readMs : Math.max(readMs, Date.parse(now.lastCountAt));
}

/** A chart up to now begins no earlier than the day on which its counter or group was created. */
function firstStart(chart: ChartView, knownMs: number): number {
  const { createdAt, from, to, points } = chart;
  const fromMs = Date.parse(from);
  if (to !== null) return fromMs;
  const firstDayMs = intervalStart("day", chart, Math.min(Date.parse(createdAt), knownMs));
  // The first interval can be of an earlier calendar.
  return Math.max(fromMs, Math.min(firstDayMs, Date.parse(points[0]?.at ?? createdAt)));
}

/** A time and the level that it is known to have had then. */
export type LevelAt = [atMs: number, level: ExactNumber];

/**
 * The times at which the level is known, in order: where intervals begin and end, the newest count,
 * and when the chart was read. In between it is drawn straight, as if it had changed evenly.
 */
export function levelLine(chart: ChartView, rows: ChartRow[]): LevelAt[] {
  const createdMs = Date.parse(chart.createdAt);
  const drawn = rows.filter(({ knownMs }) => knownMs > createdMs);
  const [first] = drawn;
  if (first === undefined) return [];
  const newestMs = chart.to === null ? Date.parse(chart.now.lastCountAt ?? "") : Number.NaN;
  return [
    [Math.max(first.startMs, createdMs), chart.level],
    ...drawn.flatMap(({ startMs, endMs, knownMs, level }): LevelAt[] => {
      const hasNewest = startMs <= newestMs && newestMs < endMs;
      return [...(hasNewest ? [[newestMs, level] as LevelAt] : []), [knownMs, level]];
    }),
  ];
}

/**
 * A live chart with what a read of its end has shown, from the start of its last interval on. What
 * is older than `fromMs` is left out.
 */
export function withTail(chart: ChartView, tail: ChartView | undefined, fromMs: number): ChartView {
  const startMs = intervalStart(chart.resolution, chart, fromMs);
  const joined =
    tail === undefined
      ? chart
      : {
          ...tail,
          points: [
            ...chart.points.filter(({ at }) => Date.parse(at) < Date.parse(tail.from)),
            ...tail.points,
          ],
        };
  const points = joined.points.filter(({ at }) => Date.parse(at) >= startMs);
  const level = points[0]?.level ?? joined.endLevel;
  return { ...joined, from: new Date(startMs).toISOString(), points, level };
}

/** The interval that contains a moment. */
export function rowAt(rows: ChartRow[], atMs: number | undefined): ChartRow | undefined {
  return rows.find(({ startMs, endMs }) => atMs !== undefined && startMs <= atMs && atMs < endMs);
}

/** Sums over rows, exactly. */
export function sumOf(rows: ChartRow[], what: "ups" | "downs" | "adjusted"): bigint {
  return rows.reduce((sum, row) => sum + BigInt(row[what]), 0n);
}

/** What a chart shows of ups or downs: no less than nothing, also where only undos fall. */
export function shownFlow(sum: ExactNumber | bigint): bigint {
  return atLeast0(BigInt(sum));
}

/** The same over rows: undos of one row can take from another. */
export function shownSum(rows: ChartRow[], what: "ups" | "downs"): bigint {
  return shownFlow(sumOf(rows, what));
}

/** Whether an interval has a bar. */
export function isCounted({ ups, downs }: ChartRow): boolean {
  return shownFlow(ups) + shownFlow(downs) > 0n;
}

export function isAdjusted({ adjusted }: ChartRow): boolean {
  return BigInt(adjusted) !== 0n;
}

/** Whether an interval has numbers: also below 0, where only undos fall. */
export function hasChange(row: ChartRow): boolean {
  return isAdjusted(row) || BigInt(row.ups) !== 0n || BigInt(row.downs) !== 0n;
}
