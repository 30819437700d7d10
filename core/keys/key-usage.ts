import type { RequestLimits } from "../organizations/plan.ts";
import { windowsAt } from "./rate-limit.ts";

/** How many requests were admitted in a minute or an hour, by its number since the epoch. */
export interface CountedRequests {
  /** The newest minute with a request is always among them. */
  minute: Map<number, number>;
  hour: Map<number, number>;
}

export interface KeyUsage {
  /** The minute of the newest admitted request; null for a key that was never used. */
  lastUsedAt: string | null;
  /** Requests of the clock's present minute and hour, and how many are admitted in it. */
  minute: { used: number; limit: number };
  hour: { used: number; limit: number };
}

/** How much of its limits a key has used, from the counters that enforce them. */
export function keyUsage(counted: CountedRequests, limits: RequestLimits, nowMs: number): KeyUsage {
  const windows = windowsAt(nowMs);
  const newest = Math.max(...counted.minute.keys());
  return {
    lastUsedAt: Number.isFinite(newest) ? new Date(newest * 60_000).toISOString() : null,
    minute: { used: counted.minute.get(windows.minute) ?? 0, limit: limits.requestsPerMinute },
    hour: { used: counted.hour.get(windows.hour) ?? 0, limit: limits.requestsPerHour },
  };
}
