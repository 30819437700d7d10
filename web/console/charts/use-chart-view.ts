import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { type ChartSearch, searchOf, type View, viewOfSearch } from "./chart-search.ts";
import type { PresetName } from "./range.ts";

/**
 * What the page's chart shows: what fits, until a person chooses. The choice stands in the URL, which
 * can be sent to a colleague.
 */
export function useChartView(fits: PresetName): [View, (view: View) => void] {
  const { last, since, until, by }: ChartSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = useMemo(
    () => viewOfSearch({ last, since, until, by }, fits),
    [last, since, until, by, fits],
  );
  const setView = useCallback(
    (next: View) =>
      void navigate({
        to: ".",
        search: (before) => ({ ...before, ...searchOf(next) }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return [view, setView];
}
