import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useSearchAhead } from "../shell/use-search-ahead.ts";
import { type ChartSearch, searchOf, type View, viewOfSearch } from "./chart-search.ts";
import type { PresetName } from "./range.ts";

/**
 * What the page's chart shows: what fits, until a person chooses. The choice stands in the URL, which
 * can be sent to a colleague.
 */
export function useChartView(fits: PresetName): [View, (view: View) => void] {
  const navigate = useNavigate();
  const put = useCallback(
    (change: ChartSearch) =>
      void navigate({
        to: ".",
        search: (before) => ({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const [{ last, since, until, by }, show] = useSearchAhead<ChartSearch>(
    useSearch({ strict: false }),
    put,
  );
  const view = useMemo(
    () => viewOfSearch({ last, since, until, by }, fits),
    [last, since, until, by, fits],
  );
  const setView = useCallback((next: View) => show(searchOf(next)), [show]);
  return [view, setView];
}
