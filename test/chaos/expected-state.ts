import { type AttributeValue, paginateScan } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { watchedCountOf } from "../../adapters/counters/count-images.ts";
import { countEventOf } from "../../adapters/counters/dynamodb-count-events.ts";
import type { CountEvent, WatchedCount } from "../../core/counters/count-event.ts";
import { firstMessage } from "../../core/webhooks/attempt-message.ts";
import { DeliveryRecord } from "../../core/webhooks/delivery.ts";
import type { WebhookEvent } from "../../core/webhooks/webhook-event.ts";
import type { ExpectedDelivery } from "./course.ts";
import type { ChaosEndpoint } from "./customers.ts";
import type { RunningStack } from "./stack-process.ts";

export type CommittedCount = WatchedCount & Pick<CountEvent, "metadata">;

/** Every count event that was committed, whether or not anybody learned of it. */
export async function committedCounts(stack: RunningStack): Promise<CommittedCount[]> {
  const items = await allItems(stack, stack.outputs.CountEventsTable);
  return items.map((item) => ({ ...watchedCountOf(item), metadata: countEventOf(item).metadata }));
}

/** What must have become of the events: one delivery for each endpoint that subscribed. */
export function expectedDeliveries(
  events: WebhookEvent[],
  endpoints: ChaosEndpoint[],
): ExpectedDelivery[] {
  const endpointsOf = Map.groupBy(endpoints, ({ organizationId }) => organizationId);
  return events.flatMap((event) =>
    (endpointsOf.get(event.organizationId) ?? []).flatMap(({ id, path, behaviour }) => {
      const { deliveryId, eventId, eventType, body } = firstMessage(event, id);
      if (!behaviour.events.includes(eventType)) return [];
      const { name, ends } = behaviour;
      const createdAtMs = Date.parse(event.createdAt);
      return [{ deliveryId, eventId, body, createdAtMs, path, behaviour: name, ends }];
    }),
  );
}

/** All deliveries as they are recorded, by their ids. */
export async function recordedDeliveries(
  stack: RunningStack,
): Promise<Map<string, DeliveryRecord>> {
  const items = await allItems(stack, stack.outputs.DeliveriesTable);
  return new Map(
    items.map((item) => {
      const stored = unmarshall(item);
      const deliveryId = `dlv_${String(stored.endpointId).replace(/^end_/, "")}${stored.deliveryKey}`;
      return [deliveryId, DeliveryRecord.parse({ ...stored, deliveryId })];
    }),
  );
}

async function allItems(
  { clients }: RunningStack,
  TableName: string,
): Promise<Record<string, AttributeValue>[]> {
  const items: Record<string, AttributeValue>[] = [];
  const pages = paginateScan({ client: clients.dynamodb }, { TableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
}
