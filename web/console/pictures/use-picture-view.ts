import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { type PictureSearch, searchOf, type View, viewOfSearch } from "./picture-search.ts";

/** What the page's picture shows; it stands in the URL, which can be sent to a colleague. */
export function usePictureView(): [View, (view: View) => void] {
  const { last, since, until, by }: PictureSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = useMemo(() => viewOfSearch({ last, since, until, by }), [last, since, until, by]);
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
