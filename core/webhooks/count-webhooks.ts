import type { CountKey, StoredCount } from "../counters/count-event.ts";
import type {
  CountEnvelope,
  EventReference,
  EventResolver,
  WebhookEvent,
} from "./webhook-event.ts";

/** The webhook event of a count: always the same for the same stored count. */
export function countWebhook(count: StoredCount): WebhookEvent {
  const envelope = countEnvelope(count);
  return {
    organizationId: count.organizationId,
    eventId: envelope.id,
    eventType: envelope.type,
    key: envelope.id,
    createdAt: count.createdAt,
    subject: { counterId: count.counterId, groupId: count.groupId ?? null },
    body: JSON.stringify(envelope),
  };
}

/** The body of a count's webhook, contract §6. */
export function countEnvelope(count: StoredCount): CountEnvelope {
  const type = `counter.${count.eventType}` as const;
  return {
    id: `${type}:${count.counterId}:${count.lastEventId}`,
    type,
    createdAt: count.createdAt,
    data: {
      organizationId: count.organizationId,
      counterId: count.counterId,
      counterName: count.counterName,
      previousCount: count.previousCount,
      count: count.count,
      delta: count.delta,
      lastEventId: count.lastEventId,
    },
  };
}

/** Resolves the events of counts by reading the stored count. */
export function countResolvers(
  read: (key: CountKey) => Promise<StoredCount | undefined>,
): Record<CountEnvelope["type"], EventResolver> {
  const resolve: EventResolver = async (event) => {
    const key = countKeyOf(event);
    const count = key && (await read(key));
    return count && countWebhook(count);
  };
  return { "counter.increment": resolve, "counter.decrement": resolve };
}

/** Contract §6: `<type>:<counterId>:<lastEventId>`. */
function countKeyOf({ organizationId, eventId, eventType }: EventReference): CountKey | undefined {
  const [type, counterId, lastEventId, ...more] = eventId.split(":");
  if (type !== eventType || !counterId || !/^\d+$/.test(lastEventId ?? "") || more.length > 0)
    return undefined;
  return { organizationId, counterId, lastEventId: Number(lastEventId) };
}
