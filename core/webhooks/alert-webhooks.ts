import { type Firing, type FiringKey, firingEventId, firingKeyOf } from "../alerts/firing.ts";
import type { AlertEnvelope, EventResolver, WebhookEvent } from "./webhook-event.ts";

/** The webhook event of a firing: always the same for the same stored firing. */
export function firingWebhook(firing: Firing): WebhookEvent {
  const envelope = alertEnvelope(firing);
  return {
    organizationId: firing.organizationId,
    eventId: envelope.id,
    eventType: envelope.type,
    key: firingKeyOf(firing).firingKey,
    createdAt: firing.createdAt,
    body: JSON.stringify(envelope),
  };
}

/** The body of an alert's webhook, contract §6. */
export function alertEnvelope(firing: Firing): AlertEnvelope {
  const { createdAt, ...data } = firing;
  return { id: firingEventId(firing), type: "threshold.alert.fired", createdAt, data };
}

/** Resolves the events of firings by reading the stored firing. */
export function firingResolver(
  read: (key: FiringKey) => Promise<Firing | undefined>,
): EventResolver {
  return async ({ organizationId, key }) => {
    const firing = await read({ organizationId, firingKey: key });
    return firing && firingWebhook(firing);
  };
}
