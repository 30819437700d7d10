import { expect } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import { type AttemptMessage, firstMessage } from "../../../../core/webhooks/attempt-message.ts";
import { countWebhook } from "../../../../core/webhooks/count-webhooks.ts";
import type { DeliveryRecord } from "../../../../core/webhooks/delivery.ts";
import { deriveDeliveryId } from "../../../../core/webhooks/delivery-id.ts";
import { createCounter, createOrganization, tapOnce } from "../../../system/service.ts";
import { createReceiver, deliveries } from "../../../system/webhooks/webhook-service.ts";

export const hourMs = 3_600_000;

/** An endpoint that is sent no taps up by itself, and tap up number `n` as its first message. */
export async function receiverOfNothing(
  status: () => number = () => 200,
  of?: Awaited<ReturnType<typeof createOrganization>>,
) {
  const organization = of ?? (await createOrganization("pro"));
  const counter = await createCounter(organization);
  const receiver = await createReceiver(organization.id, {
    events: ["counter.decrement"],
    behave: () => ({ status: status() }),
  });
  const key = { organizationId: organization.id, counterId: counter.id };
  async function tap(): Promise<AttemptMessage> {
    const tapped = await tapOnce(counter);
    if (tapped.result !== "counted") throw new Error(tapped.result);
    const count = { ...tapped.event, ...key, counterName: counter.name };
    return firstMessage(countWebhook(count), receiver.endpoint.id);
  }
  return { organization, receiver, tap, endpointId: receiver.endpoint.id };
}

export const attempts = [
  { attempt: 6, at: "2030-01-01T00:00:00.000Z", durationMs: 12, status: 500 },
];

/** Puts a delivery on record. */
export async function put(message: AttemptMessage, more: Partial<DeliveryRecord> = {}) {
  const { body: _, attempt: __, ...ids } = message;
  const record: DeliveryRecord = { ...ids, state: "failed", attempts, ...more };
  expect(await deliveries.recordFirst(record)).toBe(true);
  return record;
}

/** The first message of a made-up event at a time. */
export function messageAt(timeMs: number, of: { organizationId: string; endpointId: string }) {
  const eventId = `counter.increment:ctr_${randomBase62(20)}:1`;
  const createdAt = new Date(timeMs).toISOString();
  const id = deriveDeliveryId({ eventKey: eventId, createdAt, endpointId: of.endpointId });
  const { organizationId } = of;
  const eventType = "counter.increment" as const;
  return { deliveryId: id, organizationId, eventId, eventType, body: "{}", attempt: 1 };
}
