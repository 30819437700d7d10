import type { Change } from "../audit/audit-entry.ts";
import type { StoredAlert } from "./alert.ts";

/** A change of an alert: what it watches, and its rule. Without `after` the alert is deleted. */
export function alertChanged(
  before: StoredAlert | undefined,
  after: StoredAlert | undefined,
): Change {
  const { organizationId = "", id = "", name = "" } = after ?? before ?? {};
  return {
    organizationId,
    target: { kind: "alert", id, name },
    before: before === undefined ? null : shown(before),
    after: after === undefined ? null : shown(after),
  };
}

/** An alert that was paused or resumed. */
export function pauseChanged(after: StoredAlert): Change {
  const { paused } = after;
  return { ...alertChanged(undefined, after), before: { paused: !paused }, after: { paused } };
}

function shown(alert: StoredAlert) {
  const { name, targetId, kind, percent, at, capacity, rearmBelow, paused } = alert;
  return { name, targetId, kind, percent, at, capacity, rearmBelow, paused };
}
