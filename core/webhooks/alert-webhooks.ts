import { type Firing, type FiringKey, firingEventId, firingKeyOf } from "../alerts/firing.ts";
import type { AlertEnvelope, EventResolver, EventSubject, WebhookEvent } from "./webhook-event.ts";

/** The webhook event of a firing: always the same for the same stored firing. */
export function firingWebhook(firing: Firing): WebhookEvent {
  const envelope = alertEnvelope(firing);
  return {
    organizationId: firing.organizationId,
    eventId: envelope.id,
    eventType: envelope.type,
    key: firingKeyOf(firing).firingKey,
    createdAt: firing.createdAt,
    subject: subjectOf(firing),
    body: JSON.stringify(envelope),
  };
}

/** The body of an alert's webhook, contract §6. */
export function alertEnvelope(firing: Firing): AlertEnvelope {
  const { createdAt, counterGroupId: _, ...data } = firing;
  return { id: firingEventId(firing), type: "threshold.alert.fired", createdAt, data };
}

/** A group's alert is about the group, whichever counter fired it. */
function subjectOf({ scope, counterId, groupId, counterGroupId }: Firing): EventSubject {
  if (scope === "group") return { counterId: null, groupId };
  return { counterId, groupId: counterGroupId ?? null };
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
