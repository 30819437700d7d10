import { setTimeout } from "node:timers/promises";

/** Does something again and again, each time after a wait, until the signal fires. */
export async function repeat(
  act: () => Promise<unknown>,
  waitMs: () => number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await setTimeout(waitMs(), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    // A failed tap of the demo must not end the service: the next one follows in seconds.
    await act().catch(() => {});
  }
}
