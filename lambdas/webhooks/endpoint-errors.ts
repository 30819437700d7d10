import { conflictCode } from "../../api/private/conflict.ts";
import { ApiError } from "../../core/api-error.ts";
import { maximumEndpoints } from "../../core/limits.ts";
import type { EndpointCheck } from "../../core/webhooks/check/check-endpoint.ts";
import type {
  EndpointCreation,
  UpdateEndpointResult,
} from "../../core/webhooks/manage-endpoints.ts";
import type { SecretRefusal } from "../../core/webhooks/replace-secret.ts";
import { settingsConflict } from "../private-api/conflict-errors.ts";
import { createdAlready } from "../private-api/created-already-errors.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";
import { planRequired } from "./webhook-plan.ts";

type RefusedEndpoint =
  | Exclude<EndpointCreation, { result: "created" }>
  | Exclude<UpdateEndpointResult, { result: "updated" }>
  | Exclude<EndpointCheck, { result: "checked" }>
  | SecretRefusal
  | { result: "no_such_endpoint" | "forbidden" };

/** Why an endpoint was not created, changed or checked. */
export function endpointRefused(refused: RefusedEndpoint): ApiError {
  switch (refused.result) {
    case "url_refused":
      return wrongSetting("url", refused.reason, refused.reason);
    case "unknown_targets":
      return wrongSetting("filter", unknownTargets(refused), `filter: ${unknownTargets(refused)}`);
    case "no_such_organization":
      return noSuchOrganization();
    case "no_such_endpoint":
      return noSuchEndpoint();
    case "plan_required":
      return planRequired();
    case "limit_reached":
      return limitReached({
        maximum: maximumEndpoints,
        of: "endpoints",
        remedy: "delete one first",
      });
    case "created_already":
      return createdAlready("endpoint", refused.url, "create its next secret on its page");
    case "forbidden":
      return forbidden();
    case "conflict":
      return settingsConflict(refused.fields);
    case "next_exists":
      return new ApiError(
        409,
        "A next secret exists already and cannot be shown again. Activate it, or discard it and create another.",
        { code: conflictCode },
      );
    case "no_next":
      return new ApiError(
        409,
        "This next secret no longer exists: another person has activated or discarded it.",
        { code: conflictCode },
      );
  }
}

function wrongSetting(field: string, reason: string, sentence: string): ApiError {
  const code = "INVALID_BODY";
  return new ApiError(400, `Invalid request: ${sentence}`, { code, field, reason });
}

/** The organization is the person's own, so this tells nothing of others. */
function unknownTargets({ ids }: { ids: string[] }): string {
  return `the organization has no counter or group with these ids: ${ids.join(", ")}`;
}

/** The same for an endpoint that does not exist and for one of another organization. */
export function noSuchEndpoint(): ApiError {
  return notFound("endpoint");
}
