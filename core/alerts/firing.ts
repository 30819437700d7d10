import type { Clock } from "../clock.ts";
import type {
  AlertData,
  AlertEnvelope,
  EventResolver,
  WebhookEvent,
} from "../webhooks/webhook-event.ts";

/** A firing as it is stored: the webhook's data, and when the count that fired it was counted. */
export type Firing = AlertData & { createdAt: string };

/** How long a firing is kept, for resending its webhook. */
export const firingDays = 90;

/** Where a firing is stored; the key sorts by time and names alert and count. */
export interface FiringKey {
  organizationId: string;
  firingKey: string;
}

export function firingKeyOf(firing: Firing): FiringKey {
  const { organizationId, createdAt, alertId, counterId, lastEventId } = firing;
  return { organizationId, firingKey: `${createdAt}/${alertId}/${counterId}:${lastEventId}` };
}

/** The alert in the key of a firing; null for any other text. */
export function alertIdOf(firingKey: string): string | null {
  return /^[^/]+\/(alt_\w+)\//.exec(firingKey)?.[1] ?? null;
}

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

/** The body of an alert's webhook, contract §6. Two alerts that one count fires share the id. */
export function alertEnvelope({ createdAt, ...data }: Firing): AlertEnvelope {
  const type = "threshold.alert.fired";
  return { id: `${type}:${data.counterId}:${data.lastEventId}`, type, createdAt, data };
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

/** The firings of an organization that are kept, newest first. */
export async function listFirings(
  { firings }: FiringList,
  organizationId: string,
  { nowMs, sinceMs = 0 }: { nowMs: number; sinceMs?: number | undefined },
): Promise<Firing[]> {
  // DynamoDB deletes what has expired some days late.
  const oldestMs = Math.max(sinceMs, nowMs - firingDays * 86_400_000);
  return await firings.list(organizationId, { since: new Date(oldestMs).toISOString() });
}

export interface FiringPageQuery {
  organizationId: string;
  /** Only of this alert; may be any text. */
  alertId?: string | undefined;
  /** `next` of the page before; may be any text. */
  from?: string | undefined;
  limit: number;
}

/** A page of the firings that are kept, newest first. */
export async function listFiringPage(
  ports: {
    firings: {
      page(
        query: FiringPageQuery & { since: string },
      ): Promise<{ firings: Firing[]; next: string | null }>;
    };
    clock: Pick<Clock, "now">;
  },
  query: FiringPageQuery,
): Promise<{ firings: Firing[]; next: string | null }> {
  const since = new Date(ports.clock.now() - firingDays * 86_400_000).toISOString();
  return await ports.firings.page({ ...query, since });
}

interface FiringList {
  firings: {
    list(organizationId: string, options: { since?: string | undefined }): Promise<Firing[]>;
  };
}
