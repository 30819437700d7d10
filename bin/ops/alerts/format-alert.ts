import type { AlertStatus } from "../../../core/alerts/alert-status.ts";
import { hint } from "../terminal/invocation.ts";

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
    stateBy: status.stateBy,
    createdAt: alert.createdAt,
  };
}

/** The state of an alert in words: why it is in it, and what happens next. */
export function stateSentence(status: AlertStatus): string {
  return `State: ${status.state}. ${explanation(status)}`;
}

function explanation(status: AlertStatus): string {
  const { state, level, threshold, rearmsBelow, alert } = status;
  switch (state) {
    case "paused":
      return `It evaluates nothing. To resume it: ${verbHint("alert resume", status)}`;
    case "asleep":
      return whyAsleep(status);
    case "armed":
      return level !== null && threshold !== null && level >= threshold
        ? `The level ${level} is at or above ${threshold}, but no count has reached it yet; ` +
            "the next count decides."
        : `The level ${level} is below ${threshold}; the alert fires at a count that brings it ` +
            `to ${threshold} or more.`;
    case "fired": {
      const rearm = `a count below ${rearmsBelow} arms the alert again`;
      if (level !== null && threshold !== null && level >= threshold) {
        const already = alert.stateBy === null ? " already" : "";
        return `The level ${level} is at or above ${threshold}${already}; ${rearm}.`;
      }
      return `The level ${level} is below ${threshold} now; ${rearm}.`;
    }
  }
}

function whyAsleep(status: AlertStatus): string {
  const { alert, plan } = status;
  const { organizationId, scope, targetId } = alert;
  switch (status.asleepBecause) {
    case "plan":
      return (
        `The organization is on the ${plan} plan; alerts need Enterprise: ` +
        `${hint("org set-plan", organizationId, "enterprise")}. ` +
        "It then starts from the level of then."
      );
    case "no_capacity":
      return (
        `Neither the alert nor the ${scope} ${targetId} has a capacity; ` +
        toGiveCapacity(alert, alert.id)
      );
    case "negative_capacity":
      return (
        `The goal ${status.capacity} is negative, and a percentage of it is no level; ` +
        `give the alert a capacity: ${verbHint("alert update", status, "--capacity", "N")}`
      );
    default:
      return `The ${scope} ${targetId} does not exist any more; to delete the alert: ${verbHint("alert delete", status)}`;
  }
}

/** What to do about a missing capacity; `alertId` is undefined for an alert that is created. */
export function toGiveCapacity(
  watched: { organizationId: string; scope: "counter" | "group"; targetId: string },
  alertId: string | undefined,
): string {
  const { organizationId, scope, targetId } = watched;
  const own =
    alertId === undefined
      ? "give --capacity"
      : hint("alert update", "--org", organizationId, alertId, "--capacity", "N");
  const [setting, option] =
    scope === "counter" ? ["a goal", "--goal"] : ["a capacity", "--capacity"];
  const command = hint(`${scope} update`, "--org", organizationId, targetId, option, "N");
  return `${own}, or give the ${scope} ${setting}: ${command}`;
}

function verbHint(verb: string, { alert }: AlertStatus, ...options: string[]): string {
  return hint(verb, "--org", alert.organizationId, alert.id, ...options);
}
