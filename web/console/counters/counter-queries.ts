import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { CounterView, CounterViews } from "../../../api/private/counters.ts";
import type { CountView } from "../../../core/counting/count-view.ts";
import { read, readChanged } from "../api/private-api.ts";

/** Every counter of an organization; read again when a person comes back to the page. */
export function allCountersQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "counters", "all"],
    queryFn: () => read("GET /api/setup/{organizationId}/counters", { organizationId }),
    staleTime: 60_000,
  });
}

const liveRoute = "GET /api/setup/{organizationId}/counters/live";

function liveKey(organizationId: string, ids: string[]) {
  return [organizationId, "counters", "live", ids.join()];
}

/** Rows with their entity tag, which the next request for them names. */
interface TaggedRows {
  body: CounterViews;
  etag: string | null;
}

/** What these counters are now, at most two seconds old, by id; at most `maximumLiveCounters`. */
export function useLiveCounters(organizationId: string, ids: string[]) {
  const newest = useRef(new Map<string, CounterView>());
  const queryKey = liveKey(organizationId, ids);
  const query = useQuery({
    queryKey,
    queryFn: async ({ client }) => {
      const before = client.getQueryData<TaggedRows>(queryKey);
      const conditional = { query: { ids: ids.join() }, etag: before?.etag ?? null };
      const changed = await readChanged(liveRoute, { organizationId }, conditional);
      return changed ?? before ?? { body: { counters: [] }, etag: null };
    },
    enabled: ids.length > 0,
    refetchInterval: 2_000,
    refetchIntervalInBackground: false,
    staleTime: 0,
    gcTime: 10_000,
  });
  const { data } = query;
  // A new map whenever something has changed, so that what shows it is drawn again.
  const live = useMemo(() => {
    const merged = new Map(newest.current);
    for (const row of data?.body.counters ?? []) {
      merged.set(row.id, newer(merged.get(row.id), row));
    }
    newest.current = merged;
    return merged;
  }, [data]);
  return { live, error: query.error, asOf: query.dataUpdatedAt };
}

/** A counter with its settings, read once and after each change. */
export function counterQuery(organizationId: string, counterId: string) {
  return queryOptions({
    queryKey: [organizationId, "counters", counterId, "settings"],
    queryFn: async () => (await readCounter(organizationId, counterId)) ?? null,
  });
}

/** A counter with its settings as it is now; undefined where there is none. */
export async function readCounter(
  organizationId: string,
  counterId: string,
): Promise<CounterView | undefined> {
  return (await read(liveRoute, { organizationId }, { ids: counterId })).counters[0];
}

/** The newer of two states of a counter: responses can overtake each other. */
export function newer(a: CounterView | undefined, b: CounterView): CounterView {
  return a !== undefined && a.version > b.version ? a : b;
}

function newerCount(shown: CountView, { count, lastEventId, version }: CounterView) {
  return shown.version < version ? { count, lastEventId, version } : {};
}

/** Puts a counter as the service has just returned it into what is loaded. */
export function putCounter(
  queryClient: QueryClient,
  organizationId: string,
  row: CounterView,
): void {
  const { queryKey } = allCountersQuery(organizationId);
  queryClient.setQueryData(queryKey, (all) => {
    if (all === undefined) return undefined;
    const others = all.counters.filter(({ id }) => id !== row.id);
    const byName = new Intl.Collator("en");
    const after = others.findIndex(({ name }) => byName.compare(name, row.name) > 0);
    others.splice(after === -1 ? others.length : after, 0, row);
    return { counters: others };
  });
  // Its page shows the count at once.
  const page = [organizationId, "counters", row.id];
  queryClient.setQueryData<CountView>(
    page,
    (shown) => shown && { ...shown, ...newerCount(shown, row) },
  );
  void queryClient.invalidateQueries({ queryKey: [organizationId, "counters", "live"] });
  void queryClient.invalidateQueries({ queryKey: page });
  void queryClient.invalidateQueries({ queryKey: [organizationId, "groups"] });
}
