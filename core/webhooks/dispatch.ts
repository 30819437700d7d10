import { planIncludesWebhooks } from "../organizations/organization.ts";
import type { AttemptMessage } from "./delivery.ts";
import { firstMessage, type StoredEndpoint } from "./endpoint.ts";
import type { Lane } from "./endpoint-health.ts";
import type { StoredCount } from "./webhook-event.ts";

export interface DispatchPorts {
  /** The endpoints of an organization as they are now. */
  endpoints(organizationId: string): Promise<Subscriber[]>;
  /** Puts messages on their way; gives those that are not for sure. */
  send(attempts: OutgoingAttempt[]): Promise<OutgoingAttempt[]>;
}

export type Subscriber = Pick<StoredEndpoint, "id" | "events" | "plan" | "lane">;

/** A message and the lane that it takes. */
export interface OutgoingAttempt {
  message: AttemptMessage;
  lane: Lane;
}

/** What is not known to have been dispatched, and what stood in the way. */
export interface Undispatched {
  count: StoredCount;
  cause: unknown;
}

/**
 * Makes the first message of each delivery of these counts: one for each endpoint that subscribed.
 * Reads each organization's endpoints once. A count that is dispatched twice makes the same
 * deliveries again.
 */
export async function dispatch(
  ports: DispatchPorts,
  counts: StoredCount[],
): Promise<Undispatched[]> {
  const byOrganization = [...Map.groupBy(counts, ({ organizationId }) => organizationId)];
  const failed = await Promise.all(
    byOrganization.map(async ([organizationId, itsCounts]) => {
      try {
        const subscribers = await ports.endpoints(organizationId);
        return await sendAll(ports, itsCounts, subscribers);
      } catch (cause) {
        return itsCounts.map((count) => ({ count, cause }));
      }
    }),
  );
  return failed.flat();
}

async function sendAll(
  ports: DispatchPorts,
  counts: StoredCount[],
  subscribers: Subscriber[],
): Promise<Undispatched[]> {
  const sources = new Map<OutgoingAttempt, StoredCount>();
  for (const count of counts) {
    for (const subscriber of subscribers) {
      const message = firstMessage(count, subscriber.id);
      const wanted =
        planIncludesWebhooks(subscriber.plan) && subscriber.events.includes(message.eventType);
      if (wanted) sources.set({ message, lane: subscriber.lane }, count);
    }
  }
  if (sources.size === 0) return [];
  const failed = await ports.send([...sources.keys()]);
  const lost = new Set(failed.map((departure) => sources.get(departure)));
  return counts
    .filter((count) => lost.has(count))
    .map((count) => ({ count, cause: "the queue did not take its messages" }));
}
