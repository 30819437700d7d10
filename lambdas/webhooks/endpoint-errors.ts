import { ApiError } from "../../core/api-error.ts";
import { maximumEndpoints } from "../../core/limits.ts";
import { conflictCode } from "../../core/private-api/conflict.ts";
import { createdAlreadyCode } from "../../core/private-api/form-id.ts";
import type { EndpointCheck } from "../../core/webhooks/check/check-endpoint.ts";
import type { SecretRefusal } from "../../core/webhooks/endpoints/replace-secret.ts";
import type {
  CreateEndpointResult,
  UpdateEndpointResult,
} from "../../core/webhooks/manage-endpoints.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";
import { planRequired } from "./webhook-access.ts";

type RefusedEndpoint =
  | Exclude<CreateEndpointResult, { result: "created" }>
  | Exclude<UpdateEndpointResult, { result: "updated" }>
  | Exclude<EndpointCheck, { result: "checked" }>
  | SecretRefusal
  | { result: "no_such_endpoint" | "forbidden" };

/** Why an endpoint was not created, changed or checked. */
export function endpointRefused(refused: RefusedEndpoint): ApiError {
  switch (refused.result) {
    case "url_refused":
      return new ApiError(400, `Invalid request: ${refused.reason}`, { code: "INVALID_BODY" });
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
    case "exists":
      return new ApiError(
        409,
        "An earlier attempt has created the endpoint already, but nobody has seen its secret. Close this form, open the endpoint, and make its next secret",
        { code: createdAlreadyCode },
      );
    case "forbidden":
      return forbidden();
    case "conflict":
      return new ApiError(
        409,
        "Somebody else has changed this endpoint meanwhile. Look at it again, and repeat your change if it is still wanted.",
        { code: conflictCode },
      );
    case "next_exists":
      return new ApiError(
        409,
        "The next secret was made already, and is shown once only. Activate it, or discard it and make another.",
        { code: conflictCode },
      );
    case "no_next":
      return new ApiError(
        409,
        "This next secret is not there any more: somebody else has activated or discarded it.",
        { code: conflictCode },
      );
  }
}

/** The same for an endpoint that does not exist and for one of another organization. */
export function noSuchEndpoint(): ApiError {
  return notFound("endpoint");
}
