import type { WaitingClock } from "../../../../core/clock.ts";
import {
  type CountEvent,
  causeOf,
  type WatchedCount,
} from "../../../../core/counters/count-event.ts";
import type { CountMark } from "../../../../core/counters/count-mark.ts";
import type { StoredCounter } from "../../../../core/counters/counter.ts";
import type { Tables } from "../tables.ts";

/** Reads and transactions of one process: it can end before and after each. */
export interface Access {
  read<Item>(item: () => Item): Promise<Item>;
  /** Returns false on a conflict. */
  transact(transaction: () => boolean): Promise<boolean>;
  clock: WaitingClock;
}

export interface CounterWrite {
  before: StoredCounter;
  after: StoredCounter;
  events: { event: CountEvent; idempotencyKey?: string | undefined }[];
  marks: CountMark[];
}

/** Whether a counter is still as it was read. */
export function isAsRead(tables: Tables, { id, version }: StoredCounter): boolean {
  return tables.counters.get(id)?.version === version;
}

/** Within a transaction that has checked that the counter is as it was read. */
export function writeCounter(tables: Tables, { before, after, events, marks }: CounterWrite): void {
  // An alert that ends changes its number without the version.
  const alertCount = tables.counters.get(after.id)?.alertCount ?? 0;
  tables.counters.set(after.id, { ...after, alertCount });
  for (const mark of marks) {
    tables.marks.set(`${after.id}#${mark.resolution}#${mark.at}`, mark);
  }
  for (const { event, idempotencyKey: key } of events) {
    const count = watchedCount(before, event);
    tables.log.push({ kind: "counted", count, metadata: event.metadata, key });
    tables.onCount(count);
  }
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
