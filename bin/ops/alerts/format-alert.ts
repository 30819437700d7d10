import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { AlertStatus } from "../../../core/alerts/alert-status.ts";
import type { TargetReference } from "../../../core/alerts/watched-target.ts";
import { hint } from "../terminal/invocation.ts";
import { idsAndNames, plural } from "../terminal/output.ts";

/** An alert as it is shown everywhere. */
export function shownAlert(status: AlertStatus) {
  const { alert, target } = status;
  return {
    id: alert.id,
    organizationId: alert.organizationId,
    name: alert.name,
    scope: alert.scope,
    targetId: alert.targetId,
    targetName: target?.name ?? null,
    kind: alert.kind,
    percent: alert.percent,
    at: alert.at,
    capacity: alert.capacity,
    rearmBelow: alert.rearmBelow,
    capacityInForce: status.capacity,
    threshold: status.threshold,
    level: status.level,
    state: status.state,
    asleepBecause: status.asleepBecause,
    stateSince: status.stateSince,
    stateEventId: status.stateEventId,
    createdAt: alert.createdAt,
  };
}

/** The state of an alert in words: why it is in it, and what happens next. */
export function stateSentence(status: AlertStatus): string {
  return `State: ${status.state}. ${explanation(status)}`;
}

function explanation(status: AlertStatus): string {
  const { state, level, threshold, rearmLevel, alert } = status;
  if (state === "paused") {
    return `It evaluates nothing. To resume it: ${verbHint("alert resume", status)}`;
  }
  if (state === "asleep" || level === null || threshold === null || rearmLevel === null) {
    return whyAsleep(status);
  }
  const rearm = `a count below ${rearmLevel} arms the alert again`;
  if (state === "armed") {
    return level < threshold
      ? `The level ${level} is below ${threshold}; the alert fires at a count that brings it to ` +
          `${threshold} or more.`
      : `The level ${level} is at or above ${threshold} already: either a count is still to be ` +
          "evaluated, or the next count decides.";
  }
  if (level >= threshold) {
    const already = alert.stateEventId === null ? " already" : "";
    return `The level ${level} is at or above ${threshold}${already}; ${rearm}.`;
  }
  return level >= rearmLevel
    ? `The level ${level} is below ${threshold}, but not below ${rearmLevel}; ${rearm}.`
    : `The level ${level} is below ${rearmLevel} already: either a count is still to be ` +
        "evaluated, or the next count decides.";
}

function whyAsleep(status: AlertStatus): string {
  const { alert, plan } = status;
  const { organizationId, scope, targetId } = alert;
  switch (status.asleepBecause) {
    case "plan":
      return (
        `The organization is on the ${plan} plan. Once it is on Enterprise, the alert starts from ` +
        `the level of that moment: ${hint("org set-plan", organizationId, "enterprise")}`
      );
    case "no_capacity":
      return `It needs a capacity: ${withoutCapacity(alert, alert.id)}`;
    case "negative_capacity":
      return (
        `The goal ${status.capacity} is negative, and a percentage of it cannot be a threshold; ` +
        `give the alert a capacity: ${verbHint("alert update", status, "--capacity", "N")}`
      );
    default:
      return `The ${scope} ${targetId} does not exist any more; to delete the alert: ${verbHint("alert delete", status)}`;
  }
}

/**
 * Where a capacity is missing, and what to do; `alertId` is undefined for an alert that is created.
 */
export function withoutCapacity(
  { organizationId, scope, targetId }: TargetReference,
  alertId: string | undefined,
): string {
  const setting = scope === "counter" ? "goal" : "capacity";
  const missing = `it has none of its own, and the ${scope} ${targetId} has no ${setting}`;
  if (alertId !== undefined) {
    const command = hint("alert update", "--org", organizationId, alertId, "--capacity", "N");
    return `${missing}; give the ${scope} a ${setting}, or the alert a capacity: ${command}`;
  }
  const command = hint(`${scope} update`, "--org", organizationId, targetId, `--${setting}`, "N");
  return `${missing}; give --capacity, or give the ${scope} a ${setting}: ${command}`;
}

function verbHint(verb: string, { alert }: AlertStatus, ...options: string[]): string {
  return hint(verb, "--org", alert.organizationId, alert.id, ...options);
}

/** Which alerts sleep after a change of a capacity or goal; no sentence if none does. */
export function asleep(alerts: StoredAlert[], remedy: string): string[] {
  if (alerts.length === 0) return [];
  const sleep = alerts.length === 1 ? "sleeps" : "sleep";
  return [
    `${plural(alerts.length, "alert")} ${sleep} until ${remedy}, or the alert gets a capacity of its own:`,
    ...idsAndNames(alerts).map((line) => `  ${line}`),
  ];
}
