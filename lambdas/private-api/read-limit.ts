import type { Clock } from "../../core/clock.ts";
import { memberReadLimit, type RateLimits } from "../../core/rate-limits.ts";
import { limitOrNone, tooManyRequests } from "./rate-limit.ts";

/** Counts what somebody reads; throws 429 with Retry-After when it is too much. */
export type CountReads = (personId: string, units: number) => Promise<void>;

/** Read units of one person that an instance keeps to itself before it writes them. */
export const unitsAtOnce = 1_000;

/** The most people that an instance keeps in mind. */
const maximumPeople = 1_000;

/**
 * Counts the read units of people by the minute. An instance adds them up and writes them a thousand
 * at a time, so most requests need no write. Once the limit is reached, the instance refuses the
 * person until the minute ends without asking again.
 */
export function readLimit(rateLimits: RateLimits, clock: Pick<Clock, "now">): CountReads {
  const kept = new Map<string, { units: number; limitedUntilMs: number }>();

  return async (personId, units) => {
    const nowMs = clock.now();
    const { units: before, limitedUntilMs } = kept.get(personId) ?? nothing;
    if (nowMs < limitedUntilMs) throw tooManyRequests(Math.ceil((limitedUntilMs - nowMs) / 1_000));
    const all = before + units;
    keep(personId, { units: all < unitsAtOnce ? all : 0, limitedUntilMs: 0 });
    if (all < unitsAtOnce) return;
    const limit = await limitOrNone(rateLimits.use(memberReadLimit, personId, all));
    if (limit?.result !== "limited") return;
    const { resetSeconds } = limit;
    keep(personId, { units: 0, limitedUntilMs: nowMs + resetSeconds * 1_000 });
    throw tooManyRequests(resetSeconds);
  };

  function keep(personId: string, uses: { units: number; limitedUntilMs: number }): void {
    const [oldest] = kept.keys();
    if (kept.size >= maximumPeople && oldest !== undefined) kept.delete(oldest);
    kept.set(personId, uses);
  }
}

const nothing = { units: 0, limitedUntilMs: 0 };
