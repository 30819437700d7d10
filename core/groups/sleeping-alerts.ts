import type { StoredAlert } from "../alerts/alert.ts";
import { capacityInForce, thresholdOf } from "../alerts/threshold.ts";

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
