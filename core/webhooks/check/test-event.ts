import type { CreationContext } from "../../clock.ts";
import { deriveDeliveryId } from "../delivery-id.ts";
import type { EndpointKey } from "../endpoint.ts";
import type {
  AlertEnvelope,
  CountEnvelope,
  WebhookEvent,
  WebhookEventType,
} from "../webhook-event.ts";

/**
 * The counter of every test delivery. No counter ever has this id, so a receiver can tell a test
 * from a count; see docs/integrators/webhooks.md.
 */
export const testCounterId = "ctr_00000000000000000000";

const testCounterName = "Test delivery";

/** A test event with the id of its delivery, which is another one in each check. */
export function testDelivery(
  { organizationId, endpointId }: EndpointKey,
  eventType: WebhookEventType,
  { nowMs, randomBase62 }: CreationContext,
): Omit<WebhookEvent, "subject"> & { deliveryId: string } {
  const createdAt = new Date(nowMs).toISOString();
  const envelope = testEnvelope(organizationId, eventType, createdAt);
  const key = `test:${randomBase62(20)}`;
  return {
    deliveryId: deriveDeliveryId({ eventKey: key, createdAt, endpointId }),
    ...{ organizationId, eventId: envelope.id, eventType, key, createdAt },
    body: JSON.stringify(envelope),
  };
}

function testEnvelope(
  organizationId: string,
  type: WebhookEventType,
  createdAt: string,
): CountEnvelope | AlertEnvelope {
  const id = `${type}:${testCounterId}:1`;
  const counter = { organizationId, counterId: testCounterId, counterName: testCounterName };
  if (type === "threshold.alert.fired") {
    const scope = { scope: "counter", kind: "absolute", alertId: testAlertId } as const;
    const group = { groupId: null, groupName: null, capacity: null, percent: null };
    const level = { threshold: 1, previousLevel: 0, level: 1, lastEventId: 1 };
    const data = { ...counter, ...scope, alertName: testCounterName, ...group, ...level };
    return { id, type, createdAt, data };
  }
  const [previousCount, count] = type === "counter.increment" ? [0, 1] : [1, 0];
  const delta = count - previousCount;
  return { id, type, createdAt, data: { ...counter, previousCount, count, delta, lastEventId: 1 } };
}

const testAlertId = "alt_00000000000000000000";

/** The type that a check sends unless told otherwise: the first that the endpoint receives. */
export function testedType(events: WebhookEventType[]): WebhookEventType {
  return events[0] ?? "counter.increment";
}
