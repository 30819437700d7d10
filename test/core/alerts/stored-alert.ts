import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";

const created = "2026-11-21T10:00:00.000Z";

/** An armed alert at 100 on a counter. */
export function storedAlert(differences: Partial<StoredAlert> = {}): StoredAlert {
  return {
    id: "alt_00000000000000000001",
    organizationId: "org_00000000000000000001",
    name: "Hall full",
    scope: "counter",
    targetId: "ctr_00000000000000000001",
    kind: "absolute",
    percent: null,
    at: 100,
    capacity: null,
    rearmBelow: null,
    paused: false,
    state: "armed",
    stateSince: created,
    stateEventId: null,
    position: 0,
    epoch: 0,
    revision: 1,
    createdAt: created,
    ...differences,
  };
}

/** A count of the counter that the alert watches. */
export function watchedCount(
  lastEventId: number,
  { from, to, cause = "tap" }: { from: number; to: number; cause?: WatchedCount["cause"] },
): WatchedCount {
  return {
    organizationId: "org_00000000000000000001",
    counterId: "ctr_00000000000000000001",
    counterName: "Gate",
    eventType: to >= from ? "increment" : "decrement",
    previousCount: from,
    count: to,
    delta: to - from,
    lastEventId,
    createdAt: new Date(Date.UTC(2026, 10, 21, 11, 0, lastEventId)).toISOString(),
    hasAlerts: true,
    goalTarget: null,
    cause,
  };
}
