import { useQueries } from "@tanstack/react-query";
import type { OverviewView, TileView, UsualView } from "../../../api/private/overview.ts";
import { maximumUsualTargets } from "../../../core/overview/overview-limits.ts";
import { hourMs, hourStartMs } from "../../../core/time-zone.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { formatRatio } from "../charts/format.ts";
import { levelsByHour } from "../charts/levels-by-hour.ts";
import { dateFormat } from "../dates/format.ts";
import { useKnownMs } from "../shell/freshness.tsx";

export type Usual = UsualView["usual"][number];

/** The usual day of each tile by its id, as far as it is loaded; read again with every hour. */
export function useUsual({ tiles, timeZone, startedAt }: OverviewView): Map<string, Usual> {
  const { id: organizationId } = useOrganization();
  const hourStartedMs = hourStartMs(timeZone, useKnownMs(60_000));
  const ids = tiles.map(({ id }) => id).sort();
  const chunks = Array.from({ length: Math.ceil(ids.length / maximumUsualTargets) }, (_, index) =>
    ids.slice(index * maximumUsualTargets, (index + 1) * maximumUsualTargets).join(),
  );
  return useQueries({
    queries: chunks.map((targets) => ({
      queryKey: [organizationId, "usual", targets, startedAt, hourStartedMs],
      queryFn: () =>
        read("GET /api/overview/{organizationId}/usual", { organizationId }, { targets }),
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: (before: UsualView | undefined) => before,
    })),
    combine: byId,
  });
}

function byId(parts: { data: UsualView | undefined }[]): Map<string, Usual> {
  return new Map(parts.flatMap(({ data }) => data?.usual.map((each) => [each.id, each]) ?? []));
}

/** What is usually counted in by a moment of today. */
export function usualBy({ steps }: Usual, atMs: number): number {
  return steps.findLast(({ at }) => Date.parse(at) <= atMs)?.in ?? 0;
}

/** The name of a day, such as "Thursday", as the viewer says it. */
export function weekdayOf(date: string): string {
  return dateFormat({ weekday: "long" }, "UTC").format(Date.parse(date));
}

export interface Comparison {
  /** Where today is clearly above or below; null where it is about the same or cannot be compared. */
  direction: "up" | "down" | null;
  sentence: string;
}

/** How today compares with a usual day of its kind up to now; nothing where both are a handful. */
export function compareWithUsual(
  counted: number,
  usual: Usual,
  now: number,
  day: string,
): Comparison {
  const same = (sentence: string) => ({ direction: null, sentence });
  if (usual.days === 0) return same(`No earlier ${day} to compare with`);
  const expected = usualBy(usual, now);
  if (Math.max(counted, expected) < fewest) return same("");
  if (expected < 1) return same("");
  const percent = Math.round((100 * (counted - expected)) / expected);
  if (Math.abs(percent) < 3) return same(`About a usual ${day}`);
  const direction = percent > 0 ? ("up" as const) : ("down" as const);
  if (percent >= 100) return { direction, sentence: `${times(counted / expected)} a usual ${day}` };
  return { direction, sentence: `${Math.abs(percent)}% ${percent > 0 ? "above" : "below"} usual` };
}

/** Below this many people, today is not compared. */
const fewest = 10;

/** Such as "5.8 ×". */
function times(ratio: number): string {
  return ratio > 99 ? "Far above" : `${formatRatio(ratio)} ×`;
}

/**
 * What was counted in by the end of each hour of today, and now: times in milliseconds, and sums.
 * Lines between them are straight: steps would say that all of an hour came at its end.
 */
export function countedIn(
  tile: TileView,
  { startedAt, timeZone }: OverviewView,
  nowMs: number,
): [atMs: number, sum: number][] {
  const known: [number, number][] = [[Date.parse(startedAt), 0]];
  let sum = 0;
  for (const point of tile.points) {
    const startMs = Date.parse(point.at);
    const last = known.at(-1);
    if (last !== undefined && last[0] < startMs) known.push([startMs, sum]);
    sum += Number(point.in);
    const endMs = Math.min(nowMs, hourStartMs(timeZone, startMs) + hourMs);
    if (endMs > startMs) known.push([endMs, sum]);
  }
  const last = known.at(-1);
  if (last !== undefined && last[0] < nowMs) known.push([nowMs, Number(tile.in)]);
  return known;
}

/** The levels of today by the hour, and at the peak, which can be between two hours. */
export function levelsOf(
  tile: TileView,
  { startedAt, endsAt, timeZone }: OverviewView,
  nowMs: number,
): [part: number, level: number][] {
  const [startMs, endsMs] = [Date.parse(startedAt), Date.parse(endsAt)];
  const untilMs = Math.min(endsMs, nowMs);
  const now = Number(tile.level);
  const line = levelsByHour(tile.points, { startMs, untilMs, endsMs, timeZone, now });
  if (tile.peakAt === null) return line;
  const part = (Date.parse(tile.peakAt) - startMs) / (endsMs - startMs);
  return [[part, Number(tile.peak)] as [number, number], ...line].sort(([a], [b]) => a - b);
}
