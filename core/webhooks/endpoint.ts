import * as z from "zod";
import type { Fresh } from "../clock.ts";
import { Plan } from "../organizations/organization.ts";
import type { AttemptMessage } from "./delivery.ts";
import { deliveryId } from "./delivery-id.ts";
import { firstLane, Lane } from "./endpoint-health.ts";
import { countEnvelope, type StoredCount, WebhookEventType } from "./webhook-event.ts";

/** The events that an endpoint subscribed to, each once, in the order of the contract. */
export const Subscription = z
  .array(WebhookEventType)
  .min(1)
  .transform((events) => WebhookEventType.options.filter((event) => events.includes(event)));

/** Where an organization receives its webhooks. */
export const WebhookEndpoint = z.object({
  id: z.string(),
  organizationId: z.string(),
  url: z.string(),
  events: Subscription,
  lane: Lane,
  createdAt: z.iso.datetime(),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** An endpoint as the pipeline needs it. */
export const StoredEndpoint = WebhookEndpoint.extend({
  /** The plan of its organization, written with every change of plan. */
  plan: Plan,
  /** When it last kept an attempt waiting. */
  lastSlowAtMs: z.int().exactOptional(),
  /** The signing secret, encrypted. */
  sealedSecret: z.string(),
  /** The key that decrypts it, itself encrypted. */
  wrappedKey: z.string(),
});
export type StoredEndpoint = z.infer<typeof StoredEndpoint>;

/** Contract §8. */
export const maximumEndpoints = 10;

export function newWebhookEndpoint(
  setup: { organizationId: string; url: string; events: WebhookEventType[] },
  { nowMs, randomBase62 }: Fresh,
): WebhookEndpoint {
  return {
    id: `end_${randomBase62(20)}`,
    organizationId: setup.organizationId,
    url: setup.url,
    events: Subscription.parse(setup.events),
    lane: firstLane,
    createdAt: new Date(nowMs).toISOString(),
  };
}

/** The first message of the delivery of a count to an endpoint. */
export function firstMessage(count: StoredCount, endpointId: string): AttemptMessage {
  const envelope = countEnvelope(count);
  return {
    deliveryId: deliveryId({ eventId: envelope.id, createdAt: count.createdAt, endpointId }),
    organizationId: count.organizationId,
    eventId: envelope.id,
    eventType: envelope.type,
    body: JSON.stringify(envelope),
    attempt: 1,
  };
}
