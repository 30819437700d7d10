import { expect } from "vitest";
import type { ChartView } from "../../../../api/private/charts.ts";
import type { CountMark } from "../../../../core/counters/count-mark.ts";
import type { Resolution } from "../../../../core/counters/interval.ts";
import { levelLine, rowsOf } from "../../../../web/console/charts/rows.ts";

/** What a counter or group was at which time, in order. */
export type History = { atMs: number; level: number }[];

/** Compares a line with the history, and returns how many points it has. */
export function expectTrue(chart: ChartView, history: History, nowMs: number): number {
  const rows = rowsOf(chart, nowMs);
  const line = levelLine(chart, rows);
  const levelBefore = (ms: number) => history.findLast(({ atMs }) => atMs < ms)?.level ?? 0;
  const levelsAt = (ms: number) =>
    history.flatMap(({ atMs, level }) => (atMs === ms ? [level] : []));
  const createdMs = Date.parse(chart.createdAt);
  for (const [index, [atMs, level]] of line.entries()) {
    // A count of the very millisecond can be before or after the point.
    expect([levelBefore(atMs), ...levelsAt(atMs)], new Date(atMs).toISOString()).toContain(level);
    expect(atMs).toBeGreaterThanOrEqual(Math.max(createdMs, line[index - 1]?.[0] ?? 0));
    expect(atMs).toBeLessThanOrEqual(nowMs);
  }
  // Nothing that is known is left out.
  const drawnAt = new Set(line.map(([atMs]) => atMs));
  const starts = rows.map(({ startMs }) => startMs).filter((ms) => ms >= createdMs);
  expect(starts.filter((ms) => !drawnAt.has(ms))).toEqual([]);
  if (chart.to === null) expect(line.at(-1)).toEqual([nowMs, history.at(-1)?.level]);
  return line.length;
}

/** Marks in memory as the table has them. */
export function marksIn(stored: Map<string, CountMark>) {
  return {
    from: async (_: unknown, page: { resolution: Resolution; at: string; limit: number }) =>
      [...stored.values()]
        .filter(({ resolution, at }) => resolution === page.resolution && at >= page.at)
        .sort((one, other) => (one.at < other.at ? -1 : 1))
        .slice(0, page.limit),
  };
}
