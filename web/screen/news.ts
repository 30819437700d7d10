import type { EmbeddedCount } from "../../core/embeds/format-count.ts";

/** A moment by both clocks of the device: one stops while it sleeps, and the other can be set. */
export interface Moment {
  monotonicMs: number;
  wallMs: number;
}

/** The newest count, and when it was true for certain. */
export interface News {
  count: EmbeddedCount;
  at: Moment;
  /** The same by the service's clock, in milliseconds since 1970. */
  serviceMs: number;
}

/** From this age on a screen says that its number is old. */
export const staleMs = 15_000;

/**
 * A copy of a cache says its age in whole seconds, rounded down, and the browser's own cache may have
 * kept it for a second more.
 */
const unsaidMs = 2_000;

interface Heard {
  count: EmbeddedCount;
  /** When the request was sent: the count is as of then or later, but for the age of a cached copy. */
  sent: Moment;
  ageMs: number;
  /** The time of the response by the service's clock, plus `ageMs`. */
  serviceMs: number;
}

export function newsOf({ count, sent, ageMs, serviceMs }: Heard): News {
  const backMs = ageMs + unsaidMs;
  return {
    count,
    at: { monotonicMs: sent.monotonicMs - backMs, wallMs: sent.wallMs - backMs },
    serviceMs: serviceMs - backMs,
  };
}

/**
 * What to show of what was heard. The copy of another cache can be older than what is shown; once that is
 * old itself, the service has gone back, as after a restore. A response whose time does not advance may
 * be one that a proxy sends again and again: it makes nothing younger.
 */
export function newestOf(heard: News, shown: News | undefined, now: Moment): News {
  if (shown === undefined) return heard;
  const isOlder = heard.count.updatedAt < shown.count.updatedAt;
  if (isOlder && ageOf(shown, now) < staleMs) return shown;
  return heard.serviceMs > shown.serviceMs ? heard : { ...shown, count: heard.count };
}

/** How old news can be: what the clock says by which more time has passed. */
export function ageOf({ at }: News, now: Moment): number {
  return Math.max(now.monotonicMs - at.monotonicMs, now.wallMs - at.wallMs);
}
