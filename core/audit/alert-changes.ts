import type { AlertStatus } from "../alerts/alert-status.ts";
import type { Change } from "./audit-entry.ts";

/** A change of an alert: what it watches, and its rule. Without `after` the alert is deleted. */
export function alertChanged(
  before: AlertStatus | undefined,
  after: AlertStatus | undefined,
): Change {
  const { organizationId = "", id = "", name = "" } = (after ?? before)?.alert ?? {};
  return {
    organizationId,
    target: { kind: "alert", id, name },
    before: before === undefined ? null : shown(before),
    after: after === undefined ? null : shown(after),
  };
}

/** An alert that was paused or resumed. */
export function pauseChanged(status: AlertStatus): Change {
  const { paused } = status.alert;
  return { ...alertChanged(undefined, status), before: { paused: !paused }, after: { paused } };
}

function shown({ alert }: AlertStatus) {
  const { name, targetId, kind, percent, at, capacity, rearmBelow, paused } = alert;
  return { name, targetId, kind, percent, at, capacity, rearmBelow, paused };
}
