import { defaultCalendar } from "../../../core/calendar.ts";
import { type CountEvent, causeOf, type WatchedCount } from "../../../core/counters/count-event.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import type { TapStore } from "../../../core/counters/taps/count-batch.ts";
import type { Tables } from "./tables.ts";

/** Taps in memory: only what is needed to count, without idempotency keys. */
export function memoryTaps(tables: Tables): TapStore {
  return {
    counter: async ({ counterId }) => tables.counters.get(counterId),
    earlierTaps: async () => new Map(),
    calendar: async () => defaultCalendar,
    async writeTaps({ before, after, taps }) {
      const stored = tables.counters.get(after.id);
      if (stored?.version !== before.version) return { result: "conflict", earlier: new Map() };
      const { count, lastEventId, version, updatedAt } = after;
      tables.counters.set(after.id, { ...stored, count, lastEventId, version, updatedAt });
      for (const { event } of taps) {
        const watched = watchedCount(before, event);
        tables.log.push({ kind: "tapped", count: watched });
        // The stream's filter passes only what a group or an alert waits for.
        if (watched.groupId !== undefined || watched.hasAlerts) tables.onCount(watched);
      }
      return { result: "written" };
    },
  };
}

/** The stored event as the stream hands it on, with the marks of the counter that was read. */
function watchedCount(counter: StoredCounter, event: CountEvent): WatchedCount {
  const { organizationId, name, groupId, alertCount, goalTarget } = counter;
  const { counterId, eventType, previousCount, count, delta, lastEventId, createdAt } = event;
  return {
    ...{ organizationId, counterId, counterName: name, eventType },
    ...{ previousCount, count, delta, lastEventId, createdAt },
    ...(groupId !== null && { groupId }),
    hasAlerts: alertCount > 0,
    goalTarget: alertCount > 0 ? goalTarget : null,
    cause: causeOf(event),
  };
}
