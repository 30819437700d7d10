import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";
import { type Entitlement, type ReferenceAlert, step } from "./reference-alert.ts";

/** A firing that the model predicts, in the words of the webhook. */
export interface PredictedFiring {
  alertId: string;
  counterId: string;
  lastEventId: number;
  groupId: string | null;
  previousLevel: number;
  level: number;
  threshold: number;
  capacity: number | null;
  kind: string;
  percent: number | null;
  createdAt: string;
}

/** How a count changes what an alert watches. */
export interface Change {
  count: WatchedCount;
  previousLevel: number;
  level: number;
  capacity: number | null;
  isSet: boolean;
}

/** What a count changes for the alerts of its own counter. */
export function levelsOf(count: WatchedCount): Omit<Change, "count" | "isSet"> {
  return { previousLevel: count.previousCount, level: count.count, capacity: count.goalTarget };
}

export interface Outcome {
  alerts: ReferenceAlert[];
  firings: PredictedFiring[];
}

/** Applies counts, one after the other, to alerts that watch the same. */
export function outcomeOf(
  before: ReferenceAlert[],
  changes: Change[],
  entitlement: Entitlement,
): Outcome {
  const alerts = before.map((alert) => ({ ...alert }));
  const firings: PredictedFiring[] = [];
  for (const { count, ...levels } of changes) {
    const countedMs = Date.parse(count.createdAt);
    for (const alert of alerts) {
      if (alert.scope === "counter" && count.lastEventId <= alert.position) continue;
      const fired = step(alert, { ...levels, countedMs }, entitlement);
      if (alert.scope === "counter") alert.position = count.lastEventId;
      if (!fired) continue;
      const { id: alertId, kind, percent } = alert;
      const { counterId, lastEventId, createdAt } = count;
      const groupId = alert.scope === "group" ? alert.targetId : null;
      const by = { alertId, kind, percent, counterId, lastEventId, groupId, createdAt };
      const { previousLevel, level } = levels;
      firings.push({ ...by, previousLevel, level, ...fired });
    }
  }
  return { alerts, firings };
}

/** True when exactly the alerts that change are written, and as they become. */
export function explains(
  { alerts }: Outcome,
  before: ReferenceAlert[],
  written: StoredAlert[],
): boolean {
  return alerts.every((alert, index) => {
    const changed = alert.changes > (before[index]?.changes ?? 0);
    const after = written.find(({ id }) => id === alert.id);
    if (!changed || after === undefined) return !changed && after === undefined;
    return after.state === stateOf(alert) && after.epoch === alert.epoch;
  });
}

export function stateOf({ fired }: ReferenceAlert): "armed" | "fired" {
  return fired ? "fired" : "armed";
}
