import type { Stores } from "../../../adapters/stores.ts";
import type { DeliveryRecord } from "../../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import type { StoredEndpoint } from "../../../core/webhooks/endpoint.ts";
import { isEndpointId } from "../../../core/webhooks/endpoint-id.ts";
import { ownerByRecords } from "../../../core/webhooks/recover.ts";
import { requireOrganization } from "../lookup.ts";
import { noDeliveries, noSuchDelivery, noSuchEndpoint } from "./webhook-errors.ts";

export async function requireDelivery(
  { load }: Pick<Stores, "load">,
  deliveryId: string,
): Promise<DeliveryRecord> {
  const record = deliveryKeyOf(deliveryId) && (await load(deliveryId));
  if (record === undefined) throw noSuchDelivery(deliveryId);
  return record;
}

/**
 * The endpoint as it is stored, and its organization; without the endpoint where it was deleted. Its
 * organization is taken from its deliveries, so without `org` an endpoint without deliveries is refused; so is one of another organization.
 */
export async function requireEndpoint(
  stores: Stores,
  { org, endpoint: endpointId }: { org?: string; endpoint: string },
): Promise<{ organizationId: string; endpoint?: StoredEndpoint }> {
  if (org !== undefined) await requireOrganization(stores, org);
  const owner = isEndpointId(endpointId) ? await ownerByRecords(stores, endpointId) : undefined;
  const organizationId = org ?? owner;
  if (organizationId === undefined) throw noDeliveries(endpointId);
  const key = { organizationId, endpointId };
  if (!isEndpointId(endpointId)) throw noSuchEndpoint(key);
  const endpoint = await stores.endpoint(key);
  if (endpoint !== undefined) return { organizationId, endpoint };
  if (owner !== organizationId) throw noSuchEndpoint(key);
  return { organizationId };
}

export const sinceHelp =
  "only of events since this time: 30m, 2h, 7d, or a date or date-time (ISO 8601)";
