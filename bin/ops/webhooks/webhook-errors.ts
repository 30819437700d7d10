import { maximumEndpoints } from "../../../core/limits.ts";
import type { EndpointKey } from "../../../core/webhooks/endpoint.ts";
import type {
  CreateEndpointResult,
  UpdateEndpointResult,
} from "../../../core/webhooks/manage-endpoints.ts";
import type { RefusedResend } from "../../../core/webhooks/resend.ts";
import { noSuchOrganization } from "../lookup.ts";
import { OperatorError, onlyForMembers } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";

export function noSuchEndpoint({ organizationId, endpointId }: EndpointKey): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} has no endpoint with the id "${endpointId}"; ` +
      `see: ${hint("endpoint list", "--org", organizationId)}`,
    { code: "NOT_FOUND" },
  );
}

type RefusedEndpoint = Exclude<
  CreateEndpointResult | UpdateEndpointResult,
  { result: "created" | "updated" }
>;

/** Why an endpoint was not created or changed. */
export function endpointRefused(refused: RefusedEndpoint, key: EndpointKey): OperatorError {
  const { organizationId } = key;
  switch (refused.result) {
    case "url_refused":
      return new OperatorError(`webhooks cannot be sent there: ${refused.reason}`, {
        code: "INVALID_INPUT",
      });
    case "unknown_targets":
      return new OperatorError(
        `the organization ${organizationId} has no counter or group with these ids: ` +
          `${refused.ids.join(", ")}; see: ${hint("counter list", "--org", organizationId)} and ` +
          hint("group list", "--org", organizationId),
        { code: "INVALID_INPUT" },
      );
    case "no_such_organization":
      return noSuchOrganization(organizationId);
    case "no_such_endpoint":
      return noSuchEndpoint(key);
    case "forbidden":
      throw onlyForMembers();
    // Only forms name the id of what they create.
    case "id_used":
      return new OperatorError("the endpoint exists already", { code: "CONFLICT" });
    case "conflict":
      return new OperatorError("the endpoint was changed meanwhile; look at it again", {
        code: "CONFLICT",
      });
    case "limit_reached":
      return new OperatorError(
        `the organization ${organizationId} already has ${maximumEndpoints} endpoints, the maximum; ` +
          `delete one first. To list them: ${hint("endpoint list", "--org", organizationId)}`,
        { code: "LIMIT_REACHED" },
      );
    case "plan_required":
      return new OperatorError(
        `the organization ${organizationId} is on the free plan; webhooks need Pro or ` +
          `Enterprise: ${hint("org set-plan", organizationId, "pro")}`,
        { code: "PLAN_REQUIRED" },
      );
  }
}

export function noSuchDelivery(deliveryId: string): OperatorError {
  return new OperatorError(
    `there is no delivery with the id "${deliveryId}": it begins with dlv_, is kept for 30 days ` +
      `and appears once its first attempt has an outcome; see: ${hint("delivery list", "--endpoint", "ENDPOINT")}`,
    { code: "NOT_FOUND" },
  );
}

export function noDeliveries(endpointId: string): OperatorError {
  return new OperatorError(
    `there are no deliveries to an endpoint with the id "${endpointId}"; ` +
      `to see the endpoints of an organization: ${hint("endpoint list", "--org", "ORG")}`,
    { code: "NOT_FOUND" },
  );
}

export function resendRefused(refused: RefusedResend, deliveryId: string): OperatorError {
  if (refused.reason === "no_such_delivery") return noSuchDelivery(deliveryId);
  return new OperatorError(`${deliveryId} cannot be resent: ${whyRefused(refused, deliveryId)}`, {
    code: refused.reason === "plan_required" ? "PLAN_REQUIRED" : "CONFLICT",
  });
}

/** Why a delivery is not resent, for people. */
export function whyRefused({ reason, before }: RefusedResend, deliveryId: string): string {
  switch (reason) {
    case "no_such_delivery":
      return "it does not exist any more";
    case "not_wanted":
      return "it is neither failed nor paused nor overdue any more";
    case "not_received":
      return "its endpoint's events or filter leave it out now";
    case "being_sent":
      return `it is being sent right now; to see its outcome: ${hint("delivery show", deliveryId)}`;
    case "endpoint_deleted":
      return "its endpoint was deleted";
    case "plan_required":
      return (
        "its organization is on the free plan; webhooks need Pro or Enterprise: " +
        hint("org set-plan", before?.organizationId ?? "ORG", "pro")
      );
    case "endpoint_paused":
      return (
        "its endpoint is paused; resume it first: " +
        hint("endpoint resume", "--org", before?.organizationId ?? "ORG", "ENDPOINT")
      );
    case "event_gone":
      return "its event is not stored any more";
    case "conflict":
      return `it was changed at the same moment; look again: ${hint("delivery show", deliveryId)}`;
  }
}
