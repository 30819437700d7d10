import type { OperatorStores } from "../../adapters/operator-stores.ts";
import type { OperatorWebhooks } from "../../adapters/operator-webhooks.ts";
import { noSuchEndpoint } from "./endpoint-refusal.ts";
import { OperatorError } from "./failure.ts";
import { remark } from "./output.ts";

interface Service {
  stores: OperatorStores;
  webhooks: OperatorWebhooks;
}

/** Refuses an endpoint that is not, and was not, the organization's. */
export async function requireEndpointOf(
  { stores, webhooks }: Service,
  { org: organizationId, endpoint: endpointId }: { org: string; endpoint: string },
): Promise<void> {
  const key = { organizationId, endpointId };
  if (!isEndpointId(endpointId)) throw noSuchEndpoint(key);
  if ((await stores.endpointRegistry.get(key)) !== undefined) return;
  if ((await ownerByRecords(webhooks, endpointId)) !== organizationId) throw noSuchEndpoint(key);
  remark("note: the endpoint was deleted; these are the deliveries that are still kept");
}

/** Refuses an endpoint without deliveries, or with another organization's. */
export async function requireDeliveries(
  webhooks: OperatorWebhooks,
  { org, endpoint }: { org?: string; endpoint: string },
): Promise<void> {
  const owner = isEndpointId(endpoint) ? await ownerByRecords(webhooks, endpoint) : undefined;
  if (owner === undefined) {
    throw new OperatorError(`there are no deliveries to an endpoint with the id "${endpoint}"`);
  }
  if (org !== undefined && owner !== org) {
    throw noSuchEndpoint({ organizationId: org, endpointId: endpoint });
  }
}

/** The organization that the newest delivery names: an endpoint never changes hands. */
async function ownerByRecords(
  { deliveryLog }: OperatorWebhooks,
  endpointId: string,
): Promise<string | undefined> {
  const newest = deliveryLog.list({ endpointId, order: "newest first", pageSize: 1 });
  for await (const { organizationId } of newest) return organizationId;
  return undefined;
}

function isEndpointId(text: string): boolean {
  return /^end_\w{20}$/.test(text);
}
