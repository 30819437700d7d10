import type { WatchedCount } from "../../../core/alerts/evaluation.ts";
import type { CountingStore, TapChange } from "../../../core/counters/counting.ts";
import type { Tables } from "./tables.ts";

/** Taps in memory: only what is needed to count, without idempotency keys. */
export function memoryCounting(tables: Tables): CountingStore {
  return {
    counter: async ({ counterId }) => tables.counters.get(counterId),
    earlierTap: async () => undefined,
    member: () => Promise.reject(new Error("operators change groups")),
    async writeTap({ counter, event }) {
      const stored = tables.counters.get(counter.id);
      if (stored?.version !== counter.version - 1) return { result: "conflict" };
      const { count, lastEventId, version, updatedAt } = counter;
      tables.counters.set(counter.id, { ...stored, count, lastEventId, version, updatedAt });
      const watched = watchedCount({ counter, event });
      tables.log.push({ kind: "tapped", count: watched });
      // The stream's filter passes only what a group or an alert waits for.
      if (watched.groupId !== undefined || watched.hasAlerts) tables.onCount(watched);
      return { result: "written" };
    },
    writeSettings: () => Promise.reject(new Error("operators change settings")),
  };
}

/** The stored event as the stream hands it on, with the marks of the counter that was read. */
function watchedCount({ counter, event }: TapChange): WatchedCount {
  const { organizationId, name, groupId, alertCount, goalTarget } = counter;
  const { counterId, eventType, previousCount, count, delta, lastEventId, createdAt } = event;
  return {
    ...{ organizationId, counterId, counterName: name, eventType },
    ...{ previousCount, count, delta, lastEventId, createdAt },
    ...(groupId !== null && { groupId }),
    hasAlerts: alertCount > 0,
    goalTarget: alertCount > 0 ? goalTarget : null,
  };
}
