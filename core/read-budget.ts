import type { Clock } from "./clock.ts";
import { keepNewest } from "./keep-newest.ts";
import { type LimitResult, personReadLimit, type RateLimit } from "./rate-limits.ts";

/** Counts what a person reads; undefined, or the seconds after which they may read again. */
export type CountReadUnits = (
  personId: string,
  units: number,
) => Promise<{ retrySeconds: number } | undefined>;

/** Read units of one person that an instance adds up before it writes them. */
export const unitsPerWrite = 1_000;

/**
 * A request that counts this much may read all that an organization has. It is written before the work
 * begins: an instance that ends in the middle of it forgets what it had added up.
 */
export const writtenAtOnce = 150;

/** The most people that an instance keeps in mind. */
const maximumPeople = 1_000;

/**
 * Counts the read units of people by the minute. An instance adds them up and writes them a thousand
 * at a time, so most requests need no write; the large ones are written at once. Once the limit is reached, the instance refuses the
 * person until the minute ends without asking again. `use` returns undefined when it cannot be known,
 * which then limits nobody.
 */
export function personReadBudget(
  use: (limit: RateLimit, personId: string, units: number) => Promise<LimitResult | undefined>,
  clock: Pick<Clock, "now">,
): CountReadUnits {
  const kept = new Map<string, { units: number; limitedUntilMs: number }>();

  return async (personId, units) => {
    const nowMs = clock.now();
    const { units: before, limitedUntilMs } = kept.get(personId) ?? nothing;
    if (nowMs < limitedUntilMs) {
      return { retrySeconds: Math.ceil((limitedUntilMs - nowMs) / 1_000) };
    }
    const all = before + units;
    const isWritten = all >= unitsPerWrite || units >= writtenAtOnce;
    keep(personId, { units: isWritten ? 0 : all, limitedUntilMs: 0 });
    if (!isWritten) return undefined;
    const limit = await use(personReadLimit, personId, all);
    if (limit?.result !== "limited") return undefined;
    const { resetSeconds } = limit;
    keep(personId, { units: 0, limitedUntilMs: nowMs + resetSeconds * 1_000 });
    return { retrySeconds: resetSeconds };
  };

  function keep(personId: string, uses: { units: number; limitedUntilMs: number }): void {
    keepNewest(kept, [personId, uses], maximumPeople);
  }
}

const nothing = { units: 0, limitedUntilMs: 0 };
