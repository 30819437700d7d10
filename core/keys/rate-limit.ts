import type { RequestLimits } from "../organizations/plan.ts";

/** The clock's minute and hour that a moment falls in, counted since the epoch. */
export interface RateLimitWindows {
  minute: number;
  hour: number;
}

export interface PolicyStatus {
  name: "minute" | "hour";
  limit: number;
  /** Requests left in this window, never below zero. */
  remaining: number;
  windowSeconds: number;
  /** Whole seconds until the window ends, 1 to windowSeconds. */
  resetSeconds: number;
}

export interface RateLimitStatus {
  minute: PolicyStatus;
  hour: PolicyStatus;
}

const minuteMs = 60_000;
const hourMs = 3_600_000;

export function windowsAt(nowMs: number): RateLimitWindows {
  return { minute: Math.floor(nowMs / minuteMs), hour: Math.floor(nowMs / hourMs) };
}

/** What is left in both windows after `used` requests were counted in them. */
export function rateLimitStatus(
  limits: RequestLimits,
  used: { minute: number; hour: number },
  nowMs: number,
): RateLimitStatus {
  return {
    minute: {
      name: "minute",
      limit: limits.requestsPerMinute,
      remaining: Math.max(0, limits.requestsPerMinute - used.minute),
      windowSeconds: minuteMs / 1000,
      resetSeconds: secondsToEnd(minuteMs, nowMs),
    },
    hour: {
      name: "hour",
      limit: limits.requestsPerHour,
      remaining: Math.max(0, limits.requestsPerHour - used.hour),
      windowSeconds: hourMs / 1000,
      resetSeconds: secondsToEnd(hourMs, nowMs),
    },
  };
}

/** The policy that a client meets first: fewest requests left, then the longer wait. */
export function tightestPolicy({ minute, hour }: RateLimitStatus): PolicyStatus {
  if (minute.remaining !== hour.remaining) return minute.remaining < hour.remaining ? minute : hour;
  return minute.resetSeconds > hour.resetSeconds ? minute : hour;
}

function secondsToEnd(windowMs: number, nowMs: number): number {
  return Math.ceil((windowMs - (nowMs % windowMs)) / 1000);
}
