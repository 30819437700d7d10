/** What became of one look at the service. */
export type Outcome = "seen" | "failed" | "ended";

/** Between two looks, in milliseconds. Scattered, so that viewers do not come in waves. */
const shortestMs = 1_500;
const longestMs = 2_000;

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/** A session that is gone stays gone; but a wall display should survive a mistaken 404. */
const endedMs = 300_000;

/** How long to wait after an outcome, the latest of so many failures in a row; chance is 0 to 1. */
export function waitMs(outcome: Outcome, failures: number, chance: number): number {
  switch (outcome) {
    case "seen":
      return shortestMs + chance * (longestMs - shortestMs);
    case "failed": {
      const ceilingMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1));
      return ceilingMs * (0.5 + chance / 2);
    }
    case "ended":
      return endedMs * (1 + chance);
  }
}

/** How long after an answer a view may still say that it is live; longer than between two looks. */
const liveMs = 5_000;

/** False also when the clock was put back, and nobody knows how long ago the answer came. */
export function isStillLive(answeredMs: number, nowMs: number): boolean {
  const elapsedMs = nowMs - answeredMs;
  return elapsedMs >= 0 && elapsedMs <= liveMs;
}

/** One lost answer is nothing that a viewer needs to know. */
export function isReconnecting(failures: number): boolean {
  return failures >= 2;
}
