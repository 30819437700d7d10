import { useCallback, useEffect, useRef } from "react";

/**
 * Whether work that takes several requests is to end with the one under way: when a person stops it, and
 * when the page or dialog that began it is gone.
 */
export function useStop() {
  const isStopped = useRef(false);
  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  useEffect(() => stop, [stop]);
  return { isStopped, stop };
}
