import { useCallback, useEffect, useRef, useState } from "react";

/**
 * What a page's URL says, and how it is changed. Controls show a change at once. The router, which
 * draws every link of the page again, follows after the next paint.
 */
export function useSearchAhead<Search extends object>(
  search: Search,
  put: (change: Partial<Search>) => void,
): [Search, (change: Partial<Search>) => void] {
  const [ahead, setAhead] = useState<Partial<Search>>();
  const waiting = useRef<Partial<Search>>(undefined);
  const show = useCallback(
    (change: Partial<Search>) => {
      setAhead((before) => ({ ...before, ...change }));
      if (waiting.current === undefined) {
        afterPaint(() => {
          const all = waiting.current;
          waiting.current = undefined;
          if (all !== undefined) put(all);
        });
      }
      waiting.current = { ...waiting.current, ...change };
    },
    [put],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search is what the URL says now
  useEffect(() => {
    if (waiting.current === undefined) setAhead(undefined);
  }, [search]);
  return [ahead === undefined ? search : { ...search, ...ahead }, show];
}

function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
