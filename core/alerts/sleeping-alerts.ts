import type { StoredAlert } from "./alert.ts";
import type { AlertsOfTarget } from "./alert-lookup.ts";
import { capacityInForce, thresholdOf } from "./threshold.ts";

/**
 * The alerts that a change of a group's capacity or of a counter's goal puts to sleep: they had a
 * threshold before, and have none after it.
 */
export function alertsPutToSleep(
  alerts: StoredAlert[],
  { before, after }: { before: number | null; after: number | null },
): StoredAlert[] {
  const sleeps = (alert: StoredAlert, capacity: number | null) =>
    thresholdOf(alert, capacityInForce(alert, capacity)) === undefined;
  return alerts.filter((alert) => !sleeps(alert, before) && sleeps(alert, after));
}

/** A counter or a group, and its goal or capacity before and after a change. */
interface ChangedTarget {
  target: { organizationId: string; id: string; alertCount: number };
  before: number | null;
  after: number | null;
}

/** The same of a counter or a group; reads its alerts only where there can be such. */
export async function alertsAsleepAfter(
  { alerts }: { alerts: AlertsOfTarget },
  { target, before, after }: ChangedTarget,
): Promise<StoredAlert[]> {
  const { organizationId, id: targetId, alertCount } = target;
  if (alertCount === 0 || before === after) return [];
  return alertsPutToSleep(await alerts.on({ organizationId, targetId }), { before, after });
}
