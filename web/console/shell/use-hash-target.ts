import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";

/** How long a page may take to show what a link names, in milliseconds. */
const patienceMs = 10_000;

/** With these a person scrolls or goes elsewhere. */
const ownMoves = ["wheel", "touchmove", "keydown", "pointerdown"];

/**
 * Brings what a URL's hash names into view, also when it is there only after a load, and keeps it there
 * while what stands above it grows, until the person moves. A part that loads when it is near does so then.
 */
export function useHashTarget(): void {
  const hash = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.hash });
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same hash on another page is another link
  useEffect(() => {
    if (hash === undefined || hash === "") return;
    const show = () => {
      const target = document.getElementById(hash);
      const folded = target?.closest("details") ?? target?.querySelector("details");
      if (folded) folded.open = true;
      target?.scrollIntoView();
    };
    const growth = new ResizeObserver(show);
    growth.observe(document.body);
    const main = document.getElementById("main");
    if (main !== null) growth.observe(main);
    const arrivals = new MutationObserver(show);
    arrivals.observe(main ?? document.body, { childList: true, subtree: true });
    const end = () => {
      growth.disconnect();
      arrivals.disconnect();
      clearTimeout(timer);
      for (const move of ownMoves) window.removeEventListener(move, end);
    };
    const timer = setTimeout(end, patienceMs);
    for (const move of ownMoves) window.addEventListener(move, end, { passive: true });
    show();
    return end;
  }, [hash, path]);
}
