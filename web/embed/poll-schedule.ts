/** The result of one request for the count. */
export type PollResult = "received" | "failed" | "ended";

/** Between two requests, in milliseconds; random: viewers do not poll in waves. */
const shortestMs = 1_500;
const longestMs = 2_000;

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/** A revoked session stays revoked; but a wall display should survive a mistaken 404. */
const endedMs = 300_000;

/** How long to wait after a result, the last of `failures` failures in a row; random is 0 to 1. */
export function waitMs(result: PollResult, failures: number, random: number): number {
  switch (result) {
    case "received":
      return shortestMs + random * (longestMs - shortestMs);
    case "failed": {
      const ceilingMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1));
      return ceilingMs * (0.5 + random / 2);
    }
    case "ended":
      return endedMs * (1 + random);
  }
}

/** How long after a response an embed may say that it is live; longer than between two requests. */
const liveMs = 5_000;

/** False also when the clock was set back, because the response's age is then unknown. */
export function isStillLive(receivedMs: number, nowMs: number): boolean {
  const elapsedMs = nowMs - receivedMs;
  return elapsedMs >= 0 && elapsedMs <= liveMs;
}

/** Viewers need not know of a single failure. */
export function isReconnecting(failures: number): boolean {
  return failures >= 2;
}
