import type { StoredCounter } from "../counters/counter.ts";

/** How many counters are named as those that counted last. */
export const maximumLastCounted = 6;

/** The counters in use that counted last, newest first, each with the time of its newest count. */
export function lastCounted(counters: StoredCounter[]): { id: string; at: string }[] {
  return counters
    .filter(({ archivedAt, lastEventId }) => archivedAt === undefined && lastEventId > 0)
    .map(({ id, lastCountAt, updatedAt }) => ({ id, at: lastCountAt ?? updatedAt }))
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, maximumLastCounted);
}
