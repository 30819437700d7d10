import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import type { DeliveryRecord } from "../../../core/webhooks/delivery.ts";
import { deriveDeliveryId } from "../../../core/webhooks/delivery-id.ts";
import type { StoredEndpoint } from "../../../core/webhooks/endpoint.ts";

const organizationId = "org_1";
export const endpoint: StoredEndpoint = {
  ...{ id: "end_0123456789ABCDEFGHIJ", organizationId, plan: "pro", lane: "fast" },
  ...{ url: "https://example.com/", events: ["counter.increment"] },
  ...{ createdAt: "2029-12-01T00:00:00.000Z", sealedSecret: "", wrappedKey: "" },
};

export function count(lastEventId: number) {
  return {
    ...{ organizationId, counterId: "ctr_1", counterName: "Gate", lastEventId },
    ...{ eventType: "increment" as const, previousCount: 4, count: 5, delta: 1 },
    createdAt: "2029-12-31T23:00:00.000Z",
  };
}

export function failed(lastEventId: number): DeliveryRecord {
  const { key, createdAt, eventId, eventType } = countWebhook(count(lastEventId));
  const deliveryId = deriveDeliveryId({ eventKey: key, createdAt, endpointId: endpoint.id });
  return { deliveryId, organizationId, eventId, eventType, state: "failed", attempts: [] };
}
