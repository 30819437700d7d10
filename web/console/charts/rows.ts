import { intervalStart, nextIntervalStart, unitMs } from "../../../core/charts/interval.ts";
import type { ChartView, ExactNumber } from "../../../core/private-api/counters/charts.ts";

/** An interval of a chart; also of those in which nothing was counted. */
export interface ChartRow {
  startMs: number;
  endMs: number;
  /** At the end of the interval. */
  level: ExactNumber;
  ups: ExactNumber;
  downs: ExactNumber;
  late: number;
}

/** More intervals than any chart has. */
const maximumRows = 2_000;

/** All intervals of a chart up to now, in order of time. */
export function rowsOf(chart: ChartView, nowMs: number): ChartRow[] {
  const { resolution, timeZone, points } = chart;
  const starts = points.map(({ at }) => Date.parse(at));
  const toMs = Math.min(chart.to === null ? nowMs : Date.parse(chart.to), nowMs);
  const lastMs = Math.max(toMs - 1, starts.at(-1) ?? 0);
  const rows: ChartRow[] = [];
  let { level } = chart;
  let next = 0;
  for (let startMs = Date.parse(chart.from); startMs <= lastMs && rows.length < maximumRows; ) {
    const point = starts[next] === startMs ? points[next] : undefined;
    if (point !== undefined) next += 1;
    const wholeMs = nextIntervalStart(resolution, timeZone, startMs);
    // An interval of an earlier time zone begins and ends at another time.
    const isOdd = intervalStart(resolution, timeZone, startMs) !== startMs;
    const endMs = point !== undefined && isOdd ? startMs + unitMs[resolution] : wholeMs;
    if (point !== undefined) level = points[next]?.level ?? chart.endLevel;
    const { ups = 0, downs = 0, late = 0 } = point ?? {};
    const row = { startMs, endMs: Math.min(endMs, starts[next] ?? endMs), level, ups, downs, late };
    rows.push(row);
    startMs = row.endMs;
  }
  return rows;
}

/**
 * A live chart with what a read of its end has shown, from the start of its last interval on. What
 * is older than `fromMs` is left out.
 */
export function withTail(chart: ChartView, tail: ChartView | undefined, fromMs: number): ChartView {
  const { resolution, timeZone } = chart;
  const startMs = intervalStart(resolution, timeZone, fromMs);
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

/** Sums over rows, exactly. */
export function sumOf(rows: ChartRow[], what: "ups" | "downs"): bigint {
  return rows.reduce((sum, row) => sum + BigInt(row[what]), 0n);
}
