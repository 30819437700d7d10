import type { DeliveryPorts } from "../../../adapters/webhooks/delivery-ports.ts";
import { requireOrganization } from "../organizations/lookup.ts";
import { OperatorError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { noSuchEndpoint } from "./endpoint-refusal.ts";

/**
 * Whether an endpoint is there or was deleted. Its organization is taken from its deliveries, so
 * without `org` an endpoint without deliveries is refused; so is one of another organization.
 */
export async function requireEndpoint(
  ports: DeliveryPorts,
  { org, endpoint: endpointId }: { org?: string; endpoint: string },
): Promise<"present" | "deleted"> {
  if (org !== undefined) await requireOrganization(ports, org);
  const owner = isEndpointId(endpointId) ? await ownerByRecords(ports, endpointId) : undefined;
  const organizationId = org ?? owner;
  if (organizationId === undefined) throw noDeliveries(endpointId);
  const key = { organizationId, endpointId };
  if (!isEndpointId(endpointId)) throw noSuchEndpoint(key);
  if ((await ports.endpointRegistry.get(key)) !== undefined) return "present";
  if (owner !== organizationId) throw noSuchEndpoint(key);
  return "deleted";
}

/** The organization that the newest delivery names: an endpoint never changes hands. */
async function ownerByRecords(
  { deliveryLog }: DeliveryPorts,
  endpointId: string,
): Promise<string | undefined> {
  const newest = deliveryLog.list({ endpointId, order: "newest first", pageSize: 1 });
  for await (const { organizationId } of newest) return organizationId;
  return undefined;
}

function noDeliveries(endpointId: string): OperatorError {
  return new OperatorError(
    `there are no deliveries to an endpoint with the id "${endpointId}"; ` +
      `whether there is such an endpoint: ${hint("endpoint list", "--org", "ORG")}`,
    { code: "NOT_FOUND" },
  );
}

function isEndpointId(text: string): boolean {
  return /^end_\w{20}$/.test(text);
}
