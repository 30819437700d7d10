import { randomBase62 } from "../../../../adapters/random.ts";
import type { DeliveryRecord } from "../../../../core/webhooks/delivery.ts";
import { deriveDeliveryId } from "../../../../core/webhooks/delivery-id.ts";
import { createEndpoint } from "../../webhooks/webhook-service.ts";

/** An endpoint that a made-up host receives; an organization may have ten. */
export async function newEndpoint({ organization }: { organization: { id: string } }) {
  const url = "https://receiver.example.com/hooks";
  const events = ["counter.increment" as const];
  return (await createEndpoint({ organizationId: organization.id, url, events })).endpoint;
}

/** A record of a delivery of a made-up event, delivered at once unless told otherwise. */
export function testRecord(
  of: { organizationId: string; endpointId: string; counterId?: string; atMs?: number },
  more: Partial<DeliveryRecord> = {},
): DeliveryRecord {
  const { organizationId, endpointId, counterId = `ctr_${randomBase62(20)}` } = of;
  const createdAt = new Date(of.atMs ?? Date.now()).toISOString();
  const eventType = more.eventType ?? "counter.increment";
  const eventId = `${eventType}:${counterId}:1`;
  return {
    deliveryId: deriveDeliveryId({ eventKey: `${eventId}/${createdAt}`, createdAt, endpointId }),
    ...{ organizationId, eventId, eventType },
    state: "delivered",
    attempts: [{ attempt: 1, at: createdAt, durationMs: 42, status: 200, response: "ok" }],
    ...more,
  };
}
