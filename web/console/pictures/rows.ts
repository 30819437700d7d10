import { intervalStart, nextIntervalStart, unitMs } from "../../../core/pictures/interval.ts";
import type { ExactNumber, PictureView } from "../../../core/private-api/counters/pictures.ts";

/** An interval of a picture; also of those in which nothing was counted. */
export interface PictureRow {
  startMs: number;
  endMs: number;
  /** At the end of the interval. */
  level: ExactNumber;
  ups: ExactNumber;
  downs: ExactNumber;
  late: number;
}

/** More intervals than any picture has. */
const maximumRows = 2_000;

/** All intervals of a picture up to now, in order of time. */
export function rowsOf(picture: PictureView, nowMs: number): PictureRow[] {
  const { resolution, timeZone, points } = picture;
  const starts = points.map(({ at }) => Date.parse(at));
  const toMs = Math.min(picture.to === null ? nowMs : Date.parse(picture.to), nowMs);
  const lastMs = Math.max(toMs - 1, starts.at(-1) ?? 0);
  const rows: PictureRow[] = [];
  let { level } = picture;
  let next = 0;
  for (let startMs = Date.parse(picture.from); startMs <= lastMs && rows.length < maximumRows; ) {
    const point = starts[next] === startMs ? points[next] : undefined;
    if (point !== undefined) next += 1;
    const wholeMs = nextIntervalStart(resolution, timeZone, startMs);
    // An interval of an earlier time zone begins and ends at another time.
    const isOdd = intervalStart(resolution, timeZone, startMs) !== startMs;
    const endMs = point !== undefined && isOdd ? startMs + unitMs[resolution] : wholeMs;
    if (point !== undefined) level = points[next]?.level ?? picture.endLevel;
    const { ups = 0, downs = 0, late = 0 } = point ?? {};
    const row = { startMs, endMs: Math.min(endMs, starts[next] ?? endMs), level, ups, downs, late };
    rows.push(row);
    startMs = row.endMs;
  }
  return rows;
}

/**
 * A live picture with what a read of its end has shown, from the start of its last interval on. What
 * is older than `fromMs` is left out.
 */
export function withTail(
  picture: PictureView,
  tail: PictureView | undefined,
  fromMs: number,
): PictureView {
  const { resolution, timeZone } = picture;
  const startMs = intervalStart(resolution, timeZone, fromMs);
  const joined =
    tail === undefined
      ? picture
      : {
          ...tail,
          points: [
            ...picture.points.filter(({ at }) => Date.parse(at) < Date.parse(tail.from)),
            ...tail.points,
          ],
        };
  const points = joined.points.filter(({ at }) => Date.parse(at) >= startMs);
  const level = points[0]?.level ?? joined.endLevel;
  return { ...joined, from: new Date(startMs).toISOString(), points, level };
}

/** Sums over rows, exactly. */
export function sumOf(rows: PictureRow[], what: "ups" | "downs"): bigint {
  return rows.reduce((sum, row) => sum + BigInt(row[what]), 0n);
}
