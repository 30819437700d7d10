import { expect } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import { type AttemptMessage, firstMessage } from "../../../../core/webhooks/attempt-message.ts";
import { countWebhook } from "../../../../core/webhooks/count-webhooks.ts";
import type { DeliveryRecord } from "../../../../core/webhooks/delivery.ts";
import { deriveDeliveryId } from "../../../../core/webhooks/delivery-id.ts";
import { createCounter, createOrganization, stores, tapOnce } from "../../../system/service.ts";
import {
  createReceiver,
  deliveries,
  updateEndpoint,
} from "../../../system/webhooks/webhook-service.ts";

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

/**
 * An endpoint to which so many taps up wait for a retry in hours. They are what it receives, but were
 * counted before it did, so none is sent by itself.
 */
export async function receiverOfWaiting(
  count: number,
  ...given: Parameters<typeof receiverOfNothing>
) {
  const made = await receiverOfNothing(...given);
  const { organization, endpointId, tap } = made;
  const organizationId = organization.id;
  const events = ["counter.increment" as const];
  const witness = await createReceiver(organizationId, { events });
  const next = { attempt: 5, dueMs: Date.now() + 6 * hourMs, fencingToken: "old" };
  const waiting: AttemptMessage[] = [];
  for (let index = 0; index < count; index += 1) {
    const message = await tap();
    await put(message, { state: "retry_scheduled", next });
    waiting.push(message);
  }
  /** Once others have all of these taps, none of them is dispatched any more. */
  async function receiveTaps(taps: number) {
    await witness.verified(taps);
    const witnessed = { organizationId, endpointId: witness.endpoint.id };
    await stores.endpointRegistry.remove(witnessed);
    await updateEndpoint({ organizationId, endpointId }, { events });
  }
  return { ...made, next, ids: waiting.map(({ deliveryId }) => deliveryId), receiveTaps };
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
