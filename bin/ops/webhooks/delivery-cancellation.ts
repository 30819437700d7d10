import { planIncludesWebhooks } from "../../../core/organizations/organization.ts";
import type { DeliveryRecord } from "../../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import type { ResendPorts } from "../../../core/webhooks/resend.ts";
import { hint } from "../terminal/invocation.ts";

/** Why a delivery was cancelled, from what is the case now: the reason itself is not stored. */
export async function whyCancelled(
  ports: Pick<ResendPorts, "endpoint">,
  { deliveryId, organizationId }: DeliveryRecord,
): Promise<string> {
  const key = deliveryKeyOf(deliveryId);
  const endpoint = key && (await ports.endpoint({ organizationId, endpointId: key.endpointId }));
  if (endpoint === undefined) return "It was cancelled: its endpoint was deleted.";
  if (!planIncludesWebhooks(endpoint.plan)) {
    return "It was cancelled: its organization is on the free plan.";
  }
  return (
    "It was cancelled: its organization was on the free plan when an attempt was due. " +
    `Webhooks are open again; to send it: ${hint("delivery resend", deliveryId)}`
  );
}
