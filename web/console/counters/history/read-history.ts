import type { HistoryEventView } from "../../../../api/private/charts.ts";
import { nowMs } from "../../api/clock.ts";
import { read } from "../../api/private-api.ts";

export interface HistoryOf {
  organizationId: string;
  counterId: string;
}

/** The most events of one read. */
const pageSize = 500;

/** A page of a counter's history, newest first. */
export async function readPage(
  of: HistoryOf,
  { limit = pageSize, beforeEventId }: { limit?: number; beforeEventId?: number | undefined },
): Promise<HistoryEventView[]> {
  const key = "GET /api/charts/{organizationId}/counters/{counterId}/history";
  const before = beforeEventId === undefined ? {} : { beforeEventId: String(beforeEventId) };
  const { events } = await read(key, of, { limit: String(limit), ...before });
  return events;
}

/** Every count from `fromMs` to before `toMs`, newest first, a page at a time, until it is stopped. */
export async function* readRange(
  of: HistoryOf,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  isStopped: () => boolean = () => false,
): AsyncGenerator<HistoryEventView[]> {
  let beforeEventId = await firstEventFrom(of, toMs);
  while (!isStopped()) {
    const page = await readPage(of, { beforeEventId });
    if (isStopped()) return;
    const inside = page.filter(({ createdAt }) => {
      const atMs = Date.parse(createdAt);
      return atMs >= fromMs && atMs < toMs;
    });
    if (inside.length > 0) yield inside;
    const oldest = page.at(-1);
    if (oldest === undefined || Date.parse(oldest.createdAt) < fromMs) return;
    beforeEventId = oldest.lastEventId;
  }
}

/** By marks, so that what is newer than the range need not be read; undefined where nothing is. */
async function firstEventFrom(of: HistoryOf, toMs: number): Promise<number | undefined> {
  // Nothing is newer than a range that ends in the future, such as that of today.
  if (toMs > nowMs()) return undefined;
  const from = new Date(toMs).toISOString();
  try {
    const key = "GET /api/charts/{organizationId}/counters/{counterId}";
    const { points } = await read(key, of, { resolution: "day", from });
    // The day that begins before the range's end can have counts of the range.
    return points.find(({ at }) => Date.parse(at) >= toMs)?.position;
  } catch {
    // Too long ago for one chart: the newest events are where to begin.
    return undefined;
  }
}
