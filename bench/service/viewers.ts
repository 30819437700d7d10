import { waitMs } from "../../web/embed/poll-schedule.ts";

const hourMs = 3_600_000;

/** Between a viewer and a cache, there and back, and from the cache to the service. */
const toCacheMs = 40;
const toServiceMs = 60;

/** For how many seconds a shared cache may hold a response with this Cache-Control. */
export function heldSeconds(cacheControl: string): number {
  const [, seconds] =
    /\bs-maxage=(\d+)/.exec(cacheControl) ?? /\bmax-age=(\d+)/.exec(cacheControl) ?? [];
  if (!cacheControl.includes("public") || seconds === undefined) {
    throw new Error(`no cache may hold a response with Cache-Control: ${cacheControl}`);
  }
  return Number(seconds);
}

/**
 * An hour of viewers in virtual time: each polls as the page's own schedule says, at a cache that
 * holds a response as long as it may and asks once for all who come while it asks.
 */
export function requestsPerHour(viewers: number, heldForSeconds: number) {
  let made = 0;
  let reached = 0;
  let freshUntilMs = 0;
  // Times of the next poll of each viewer, soonest first.
  const queue = Array.from({ length: viewers }, () => Math.random() * 2_000).sort((a, b) => a - b);
  while (queue.length > 0) {
    const nowMs = queue.shift() ?? hourMs;
    if (nowMs >= hourMs) break;
    made += 1;
    let answeredMs = nowMs + toCacheMs;
    if (nowMs >= freshUntilMs) {
      reached += 1;
      answeredMs += toServiceMs;
      freshUntilMs = nowMs + toServiceMs + heldForSeconds * 1_000;
    }
    insert(queue, answeredMs + waitMs("received", 0, Math.random()));
  }
  return { made, reached };
}

function insert(queue: number[], timeMs: number): void {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((queue[middle] ?? 0) < timeMs) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, timeMs);
}
