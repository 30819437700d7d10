import { type Firing, firingKeyOf } from "../../core/alerts/firing.ts";
import { deriveDeliveryId } from "../../core/webhooks/delivery-id.ts";
import {
  deliveryOf,
  onlyEndpoint,
  type WebhookCustomer,
  waitAndClearLogs,
  warmUp,
} from "../webhooks/webhook-customer.ts";
import type { WebhookStack } from "../webhooks/webhook-stack.ts";
import { createFiveAlerts, createHall, groupTarget } from "./hall.ts";

/** Of its five alerts, one fires at every tap up of an alternating stream. */
export async function warmHall(stack: WebhookStack): Promise<WebhookCustomer> {
  const hall = await createHall(stack, { events: ["counter.increment", "threshold.alert.fired"] });
  await warmUp(stack, hall);
  const target = groupTarget(hall);
  const { organizationId, targetId: groupId } = target;
  const group = await stack.stores.groups.get({ organizationId, groupId });
  await createFiveAlerts(stack, target, { at: Number(group?.total) + 1 });
  await tapThrough(stack, hall, { perSecond: 20, count: 100 });
  await waitAndClearLogs(stack);
  return hall;
}

/** Taps up and down, and waits until all that they cause has been received. */
export async function tapThrough(
  stack: WebhookStack,
  hall: WebhookCustomer,
  load: { perSecond: number; count: number },
) {
  const { counters, organization } = hall;
  const endpoint = onlyEndpoint(hall.endpoints);
  const taps = await stack.tapper.tap({ counters, ...load, direction: "alternating" });
  await stack.evaluations.untilHandled(load.count);
  const increments = taps
    .filter(({ direction }) => direction === "up")
    .map((tap) => ({ ...tap, deliveryId: deliveryOf(tap, endpoint) }));
  const tapOf = new Map(taps.map((tap) => [eventOf(tap), tap]));
  const firings = (await stack.stores.firings.list(organization.id, {})).flatMap((firing) => {
    const tap = tapOf.get(eventOf(firing));
    if (tap === undefined) return [];
    const { createdAt } = firing;
    const eventKey = firingKeyOf(firing).firingKey;
    const deliveryId = deriveDeliveryId({ eventKey, createdAt, endpointId: endpoint.id });
    return [{ deliveryId, committedMs: tap.committedMs }];
  });
  await stack.receiver.waitFor(increments.length + firings.length);
  return { taps, increments, firings };
}

function eventOf({ counterId, lastEventId }: Pick<Firing, "counterId" | "lastEventId">): string {
  return `${counterId}:${lastEventId}`;
}
