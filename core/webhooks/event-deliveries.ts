import type { DeliveryProgress } from "./delivery.ts";
import { deriveDeliveryId } from "./delivery-id.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/** What became of an event at one endpoint. */
export interface EventDelivery {
  endpointId: string;
  deliveryId: string;
  /** Undefined where the delivery is not on record. */
  progress: DeliveryProgress | undefined;
}

/** Reads how deliveries stand, by id; those that are not on record are absent. */
export type ReadProgress = (deliveryIds: string[]) => Promise<Map<string, DeliveryProgress>>;

type Identified = Pick<WebhookEvent, "key" | "createdAt">;

/**
 * Per event its deliveries to these endpoints, in their order. The id of a delivery follows from the
 * event and the endpoint, so each is one key to read.
 */
export async function eventDeliveries(
  readProgress: ReadProgress,
  events: Identified[],
  endpointIds: string[],
): Promise<EventDelivery[][]> {
  const identified = events.map(({ key, createdAt }) =>
    endpointIds.map((endpointId) => ({
      endpointId,
      deliveryId: deriveDeliveryId({ eventKey: key, createdAt, endpointId }),
    })),
  );
  const ids = identified.flat().map((each) => each.deliveryId);
  const found = ids.length === 0 ? new Map<string, DeliveryProgress>() : await readProgress(ids);
  return identified.map((ofEvent) =>
    ofEvent.map((each) => ({ ...each, progress: found.get(each.deliveryId) })),
  );
}
