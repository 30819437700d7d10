import { allInOrder } from "../all-in-order.ts";
import type { FailedItem } from "../failed-records.ts";
import { planIncludesWebhooks } from "../organizations/plan.ts";
import { type AttemptMessage, firstMessage } from "./attempt-message.ts";
import type { StoredEndpoint } from "./endpoint.ts";
import { receives } from "./endpoint-filter.ts";
import type { Lane } from "./endpoint-health.ts";
import type { WebhookEvent } from "./webhook-event.ts";

export interface DispatchPorts {
  /** The endpoints of an organization as they are now. */
  endpoints(
    organizationId: string,
  ): Promise<Pick<StoredEndpoint, "id" | "events" | "filter" | "plan" | "lane">[]>;
  /** Sends messages to their queues; returns those whose sending could not be confirmed. */
  send(attempts: OutgoingAttempt[]): Promise<FailedItem<OutgoingAttempt>[]>;
}

/** A message and the lane whose queue it goes to. */
export interface OutgoingAttempt {
  message: AttemptMessage;
  lane: Lane;
}

/**
 * Sends the first message of each delivery of these events: one for each endpoint that receives it,
 * also while it is paused. Reads the endpoints of each organization once. Dispatching an event twice
 * makes the same deliveries again.
 */
export async function dispatch(
  ports: DispatchPorts,
  events: WebhookEvent[],
): Promise<FailedItem<WebhookEvent>[]> {
  const byOrganization = [...Map.groupBy(events, ({ organizationId }) => organizationId)];
  const failed = await allInOrder(
    byOrganization.map(async ([organizationId, itsEvents]) => {
      try {
        return await dispatchTo(ports, itsEvents, await ports.endpoints(organizationId));
      } catch (cause) {
        return itsEvents.map((item) => ({ item, cause }));
      }
    }),
  );
  return failed.flat();
}

async function dispatchTo(
  ports: DispatchPorts,
  events: WebhookEvent[],
  endpoints: Awaited<ReturnType<DispatchPorts["endpoints"]>>,
): Promise<FailedItem<WebhookEvent>[]> {
  const sources = new Map<OutgoingAttempt, WebhookEvent>();
  for (const event of events) {
    for (const endpoint of endpoints) {
      const { id, plan, lane } = endpoint;
      if (!planIncludesWebhooks(plan) || !receives(endpoint, event)) continue;
      sources.set({ message: firstMessage(event, id), lane }, event);
    }
  }
  if (sources.size === 0) return [];
  const unsent = await ports.send([...sources.keys()]);
  const causes = new Map(unsent.map(({ item, cause }) => [sources.get(item), cause]));
  return events
    .filter((event) => causes.has(event))
    .map((item) => ({ item, cause: causes.get(item) }));
}
