import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChartQuery, ChartView } from "../../../api/private/charts.ts";
import { type Resolution, unitMs } from "../../../core/counters/interval.ts";
import { nowMs } from "../api/clock.ts";
import { readChanged } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import type { Range } from "./range.ts";
import { withTail } from "./rows.ts";

/** What a chart is of. */
export interface ChartTarget {
  scope: "counter" | "group";
  targetId: string;
}

/** What the browser keeps of a live chart. */
interface Kept {
  chart: ChartView;
  /** When it was asked for last: what happened since is not known. */
  readMs: number;
  /** From when the end was read last, with the tag of its response. */
  tail?: { from: string; etag: string | null };
}

/**
 * A chart of a range. While it ends now it is live: after the first read only the last interval is
 * read again, and its response is empty while nothing was counted.
 */
export function useChart(
  { scope, targetId }: ChartTarget,
  { range, resolution }: { range: Range; resolution: Resolution },
) {
  const { id: organizationId } = useOrganization();
  const client = useQueryClient();
  const queryKey = ["chart", organizationId, scope, targetId, range, resolution];
  const read = readerOf(organizationId, { scope, targetId });
  const query = useQuery({
    queryKey,
    queryFn: async (): Promise<Kept> => {
      const before = client.getQueryData<Kept>(queryKey);
      if (range.kind === "fixed") return await readWhole(read, range, resolution);
      const readMs = nowMs();
      const fromMs = readMs - range.lengthMs;
      const unit = unitMs[resolution];
      // 24 hours are 23 whole ones and the running one; a single one would be too little.
      const drawnFromMs = range.lengthMs > unit ? fromMs + unit - 1 : fromMs;
      if (before === undefined) {
        const whole = await readWhole(read, { fromMs, toMs: undefined }, resolution);
        return { ...whole, chart: withTail(whole.chart, undefined, drawnFromMs) };
      }
      const tailFrom = Math.max(fromMs, Date.parse(before.chart.points.at(-1)?.at ?? ""));
      const from = new Date(Number.isNaN(tailFrom) ? fromMs : tailFrom).toISOString();
      const etag = before.tail?.from === from ? before.tail.etag : null;
      const reply = await read({ resolution, from }, etag);
      return {
        chart: withTail(before.chart, reply?.body, drawnFromMs),
        readMs,
        tail: { from, etag: reply === undefined ? etag : reply.etag },
      };
    },
    refetchInterval: range.kind === "last" && (resolution === "minute" ? 2_000 : 10_000),
    refetchIntervalInBackground: false,
    placeholderData: (before) => before,
    structuralSharing: false,
  });
  return query;
}

type ReadChart = (
  query: ChartQuery,
  etag: string | null,
) => Promise<{ body: ChartView; etag: string | null } | undefined>;

function readerOf(organizationId: string, { scope, targetId }: ChartTarget): ReadChart {
  return (query, etag) => {
    const conditional = { query, etag };
    if (scope === "counter") {
      const key = "GET /api/charts/{organizationId}/counters/{counterId}";
      return readChanged(key, { organizationId, counterId: targetId }, conditional);
    }
    const key = "GET /api/charts/{organizationId}/groups/{groupId}";
    return readChanged(key, { organizationId, groupId: targetId }, conditional);
  };
}

async function readWhole(
  read: ReadChart,
  { fromMs, toMs }: { fromMs: number; toMs: number | undefined },
  resolution: Resolution,
): Promise<Kept> {
  const readMs = nowMs();
  const from = new Date(fromMs).toISOString();
  const to = toMs === undefined ? {} : { to: new Date(toMs).toISOString() };
  const reply = await read({ resolution, from, ...to }, null);
  if (reply === undefined) throw new Error("a read without a tag always has a body");
  return { chart: reply.body, readMs };
}
