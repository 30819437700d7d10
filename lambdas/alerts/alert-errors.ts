import { maximumAlerts, maximumAlertsPerTarget } from "../../core/alerts/alert.ts";
import type { AlertRefusal, RefusedAlert } from "../../core/alerts/manage-alerts.ts";
import { ApiError } from "../../core/api-error.ts";
import { alertsPlan } from "../../core/organizations/plan.ts";
import { settingsConflict } from "../private-api/conflict-errors.ts";
import { createdAlready } from "../private-api/created-already-errors.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";
import { wrongRequest } from "../private-api/request-parsing.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

/** Why an alert was not created, changed or deleted, and what to do. */
export function alertRefused({ refusal, target }: RefusedAlert): ApiError {
  const scope = target?.scope ?? "counter";
  const setting = scope === "counter" ? "goal" : "capacity";
  switch (refusal.reason) {
    case "no_such_organization":
      return noSuchOrganization();
    case "forbidden":
      return forbidden();
    case "no_such_alert":
      return noSuchAlert();
    case "created_already":
      return createdAlready("alert", refusal.name);
    case "conflict":
      return settingsConflict(refusal.fields);
    case "plan_required":
      return new ApiError(403, "Alerts need the Enterprise plan: ask your operator", {
        code: "PLAN_REQUIRED",
        requiredPlan: alertsPlan,
      });
    case "no_such_target":
      return notFound(scope);
    case "archived":
      return conflict("The counter is archived: restore it first");
    case "limit_reached":
      return alertLimit(refusal.of, scope);
    case "no_capacity":
      return conflict(
        `The alert needs a capacity: enter one, or give the ${scope} a ${setting} first`,
      );
    case "negative_capacity":
      return conflict(
        `The ${setting} ${refusal.capacity} is negative, and a percentage of it cannot be a ` +
          "threshold: enter a capacity, or let the alert fire at a number",
      );
    case "rearm_above_threshold":
      return wrongRequest(
        "INVALID_BODY",
        "rearmBelow",
        `must be at most ${refusal.threshold}, the threshold of the alert`,
      );
    case "percent_missing":
      return wrongRequest("INVALID_BODY", "percent", "must be given for this kind");
    case "at_missing":
      return wrongRequest("INVALID_BODY", "at", "must be given for this kind");
    case "percent_unused":
      return wrongRequest("INVALID_BODY", "percent", `is not for the kind ${refusal.kind}`);
    case "at_unused":
      return wrongRequest("INVALID_BODY", "at", `is not for the kind ${refusal.kind}`);
  }
}

export function noSuchAlert(): ApiError {
  return notFound("alert");
}

function alertLimit(
  of: Extract<AlertRefusal, { reason: "limit_reached" }>["of"],
  scope: "counter" | "group",
): ApiError {
  return limitReached({
    maximum: of === "organization" ? maximumAlerts : maximumAlertsPerTarget,
    of: "alerts, paused ones included",
    remedy: "delete one first",
    owner: of === "organization" ? of : scope,
  });
}

function conflict(message: string): ApiError {
  return new ApiError(409, message);
}
