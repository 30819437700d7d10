import type { StoredCounter } from "../../../core/counters/counter.ts";

/** A count of a counter that has alerts or is in a group. */
export interface UnstoredCount {
  counter: StoredCounter;
  lastEventId: number;
  previousCount: number;
  count: number;
}

/** The item that such a count would have; a group's counts carry its id. */
export function countImage({ counter, lastEventId, previousCount, count }: UnstoredCount) {
  const { organizationId, id, name, groupId } = counter;
  const delta = count - previousCount;
  // Each count a millisecond later: firings are listed by time.
  const createdAt = new Date(Date.parse(counter.createdAt) + lastEventId).toISOString();
  return {
    counterKey: `${organizationId}/${id}`,
    ...{ lastEventId, counterName: name, previousCount, count, delta, createdAt },
    eventType: delta > 0 ? "increment" : "decrement",
    metadata: null,
    ...(groupId === null ? { hasAlerts: true } : { groupId }),
  };
}
