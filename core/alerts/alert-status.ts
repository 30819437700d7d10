import type { OrganizationRecord, Plan } from "../organizations/organization.ts";
import { planIncludesAlerts } from "../organizations/plan.ts";
import type { StoredAlert } from "./alert.ts";
import { missingThresholdReason } from "./alert-rule.ts";
import { stateAt } from "./evaluation.ts";
import { capacityInForce, rearmLevel, thresholdOf } from "./threshold.ts";
import type { WatchedTarget } from "./watched-target.ts";

/** Why an alert fires nothing although it is not paused. */
export type SleepReason = "plan" | "no_capacity" | "negative_capacity" | "no_target";

/** An alert with its effective state, and the capacity, threshold and level that apply now. */
export interface AlertStatus {
  alert: StoredAlert;
  /** Undefined when it no longer exists. */
  target: WatchedTarget | undefined;
  plan: Plan;
  state: "armed" | "fired" | "paused" | "asleep";
  /** Null unless it is asleep. */
  asleepBecause: SleepReason | null;
  /**
   * When the stored state began, and the count event that began it. Both are null when the state is
   * outdated: since the organization returned to Enterprise, no count was evaluated.
   */
  stateSince: string | null;
  stateEventId: string | null;
  /** The capacity in force. */
  capacity: number | null;
  threshold: number | null;
  /** A count below this arms the alert again. */
  rearmLevel: number | null;
  level: number | null;
}

export function alertStatus(
  alert: StoredAlert,
  target: WatchedTarget | undefined,
  { organization: { plan }, alertEpoch }: Pick<OrganizationRecord, "organization" | "alertEpoch">,
): AlertStatus {
  const capacity = capacityInForce(alert, target?.capacity ?? null);
  const threshold = thresholdOf(alert, capacity);
  const asleepBecause = sleepReason({ plan, target, capacity, threshold });
  const level = target?.level ?? null;
  const outdated = !alert.paused && planIncludesAlerts(plan) && alert.epoch !== alertEpoch;
  const evaluated =
    outdated && level !== null && threshold !== undefined ? stateAt(level, threshold) : alert.state;
  return {
    alert,
    target,
    plan,
    state: alert.paused ? "paused" : asleepBecause === null ? evaluated : "asleep",
    asleepBecause: alert.paused ? null : asleepBecause,
    stateSince: outdated ? null : alert.stateSince,
    stateEventId: outdated ? null : alert.stateEventId,
    capacity,
    threshold: threshold ?? null,
    rearmLevel: threshold === undefined ? null : rearmLevel(alert, threshold),
    level,
  };
}

function sleepReason(seen: {
  plan: Plan;
  target: WatchedTarget | undefined;
  capacity: number | null;
  threshold: number | undefined;
}): SleepReason | null {
  if (seen.target === undefined) return "no_target";
  if (!planIncludesAlerts(seen.plan)) return "plan";
  return seen.threshold === undefined ? missingThresholdReason(seen.capacity).reason : null;
}
