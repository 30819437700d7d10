import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Resolution } from "../../../core/charts/interval.ts";
import type { ChartView } from "../../../core/private-api/counters/charts.ts";
import { nowMs } from "../api/clock.ts";
import { readChangedPath } from "../api/private-api.ts";
import type { Range } from "./range.ts";
import { withTail } from "./rows.ts";

/** What the browser keeps of a live chart. */
interface Kept {
  chart: ChartView;
  /** When it was asked for last: what happened since is not known. */
  readMs: number;
  /** The end that was read last, by its path, with the tag of its response. */
  tail?: { path: string; etag: string | null };
}

/**
 * A chart of a range. While it ends now it is live: after the first read only the last interval is
 * read again, and its response is empty while nothing was counted.
 */
export function useChart(path: string, range: Range, resolution: Resolution) {
  const client = useQueryClient();
  const queryKey = ["chart", path, range, resolution];
  const query = useQuery({
    queryKey,
    queryFn: async (): Promise<Kept> => {
      const before = client.getQueryData<Kept>(queryKey);
      if (range.kind === "fixed") return await readWhole(path, range, resolution);
      const readMs = nowMs();
      const fromMs = readMs - range.lengthMs;
      if (before === undefined) {
        return await readWhole(path, { fromMs, toMs: undefined }, resolution);
      }
      const tailFrom = Math.max(fromMs, Date.parse(before.chart.points.at(-1)?.at ?? ""));
      const from = new Date(Number.isNaN(tailFrom) ? fromMs : tailFrom).toISOString();
      const tailPath = pathOf(path, { resolution, from });
      const etag = before.tail?.path === tailPath ? before.tail.etag : null;
      const reply = await readChangedPath<ChartView>(tailPath, etag);
      return {
        chart: withTail(before.chart, reply?.body, fromMs),
        readMs,
        tail: { path: tailPath, etag: reply === undefined ? etag : reply.etag },
      };
    },
    refetchInterval: range.kind === "last" && (resolution === "minute" ? 2_000 : 10_000),
    refetchIntervalInBackground: false,
    placeholderData: (before) => before,
    structuralSharing: false,
  });
  return query;
}

async function readWhole(
  path: string,
  { fromMs, toMs }: { fromMs: number; toMs: number | undefined },
  resolution: Resolution,
): Promise<Kept> {
  const readMs = nowMs();
  const from = new Date(fromMs).toISOString();
  const to = toMs === undefined ? {} : { to: new Date(toMs).toISOString() };
  const reply = await readChangedPath<ChartView>(pathOf(path, { resolution, from, ...to }), null);
  if (reply === undefined) throw new Error("a read without a tag always has a body");
  return { chart: reply.body, readMs };
}

function pathOf(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query)}`;
}
