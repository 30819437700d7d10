import { maximumAlerts, maximumAlertsPerTarget } from "../../../core/alerts/alert.ts";
import type { RuleMistake } from "../../../core/alerts/alert-rule.ts";
import type { AlertRefusal, RefusedAlert } from "../../../core/alerts/manage-alerts.ts";
import type { TargetReference } from "../../../core/alerts/watched-target.ts";
import { archivedCounter, noSuchCounter, noSuchGroup, noSuchOrganization } from "../lookup.ts";
import { OperatorError, onlyForMembers, usageError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { withoutCapacity } from "./format-alert.ts";

interface Request {
  organizationId: string;
  /** Undefined for an alert that is created. */
  alertId?: string;
}

/** Why an alert was not created, changed or deleted, and what to do. */
export function alertRefused({ refusal, target }: RefusedAlert, request: Request): OperatorError {
  const { organizationId, alertId } = request;
  if (refusal.reason === "no_such_organization") return noSuchOrganization(organizationId);
  if (refusal.reason === "forbidden") throw onlyForMembers();
  if (refusal.reason === "plan_required") return planRequired(organizationId, refusal.plan);
  if (refusal.reason === "no_such_alert" || target === undefined) {
    return noSuchAlert({ organizationId, alertId: alertId ?? "" });
  }
  return refusedThere(refusal, target, alertId);
}

export function noSuchAlert(key: { organizationId: string; alertId: string }): OperatorError {
  return new OperatorError(
    `the organization ${key.organizationId} has no alert with the id "${key.alertId}"; ` +
      `see: ${hint("alert list", "--org", key.organizationId)}`,
    { code: "NOT_FOUND" },
  );
}

function planRequired(organizationId: string, plan: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} is on the ${plan} plan; alerts need Enterprise: ` +
      hint("org set-plan", organizationId, "enterprise"),
    { code: "PLAN_REQUIRED" },
  );
}

type Elsewhere = "no_such_organization" | "forbidden" | "plan_required" | "no_such_alert";

function refusedThere(
  refusal: Exclude<AlertRefusal, { reason: Elsewhere }>,
  target: TargetReference,
  alertId: string | undefined,
): OperatorError {
  const { organizationId, scope, targetId } = target;
  switch (refusal.reason) {
    // Only forms say what they have seen, and name the id of what they create.
    case "conflict":
      return new OperatorError(`others have changed: ${refusal.fields.join(", ")}`, {
        code: "CONFLICT",
      });
    case "created_already":
      return new OperatorError(`the alert exists already, as "${refusal.name}"`, {
        code: "CONFLICT",
      });
    case "percent_missing":
    case "at_missing":
    case "percent_unused":
    case "at_unused":
      return ruleMistaken(refusal.reason, refusal.kind);
    case "no_such_target":
      return alertId === undefined ? noSuchTarget(target) : targetGone(target, alertId);
    case "archived":
      return archivedCounter({ organizationId, counterId: targetId });
    case "limit_reached":
      return limitReached(refusal.of, target);
    case "no_capacity":
      return new OperatorError(`the alert needs a capacity: ${withoutCapacity(target, alertId)}`, {
        code: "CONFLICT",
      });
    case "negative_capacity":
      return new OperatorError(
        `the goal ${refusal.capacity} of the ${scope} ${targetId} is negative, and a percentage ` +
          "of it cannot be a threshold; give --capacity, or use --kind absolute --at N",
        { code: "CONFLICT" },
      );
    case "rearm_above_threshold":
      return new OperatorError(
        `--rearm-below must be at most ${refusal.threshold}, the threshold of the alert`,
        { code: "INVALID_INPUT" },
      );
  }
}

/** Options that do not suit the kind. */
export function ruleMistaken(mistake: RuleMistake, kind: string): OperatorError {
  switch (mistake) {
    case "percent_missing":
      return usageError("an alert of kind percent needs --percent, from 1 to 100");
    case "at_missing":
      return usageError("an alert of kind absolute needs --at, the level that fires it");
    case "percent_unused":
      return usageError(`--percent is for kind percent; this alert is of kind ${kind}`);
    case "at_unused":
      return usageError(`--at is for kind absolute; this alert is of kind ${kind}`);
  }
}

function noSuchTarget({ organizationId, scope, targetId }: TargetReference): OperatorError {
  if (scope === "counter") return noSuchCounter({ organizationId, counterId: targetId });
  return noSuchGroup({ organizationId, groupId: targetId });
}

function targetGone({ organizationId, scope, targetId }: TargetReference, alertId: string) {
  return new OperatorError(
    `the ${scope} ${targetId} that the alert watches does not exist any more; ` +
      `to delete the alert: ${hint("alert delete", "--org", organizationId, alertId)}`,
    { code: "CONFLICT" },
  );
}

function limitReached(of: "organization" | "target", target: TargetReference): OperatorError {
  const { organizationId, scope, targetId } = target;
  const has =
    of === "organization"
      ? `the organization ${organizationId} already has ${maximumAlerts} alerts`
      : `the ${scope} ${targetId} already has ${maximumAlertsPerTarget} alerts`;
  return new OperatorError(
    `${has}, paused ones included, the maximum; delete one first. ` +
      `To list them: ${hint("alert list", "--org", organizationId)}`,
    { code: "LIMIT_REACHED" },
  );
}
