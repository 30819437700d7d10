import * as z from "zod";
import { isCounterId } from "../../core/counters/counter-names.ts";
import { GivenTime } from "../../core/given-time.ts";
import { DeliveryState } from "../../core/webhooks/delivery.ts";
import { isEndpointId } from "../../core/webhooks/endpoint-id.ts";
import { WebhookEventType } from "../../core/webhooks/webhook-event.ts";

export const CounterId = z.string().refine(isCounterId, "must be the id of a counter, ctr_…");
const EndpointId = z.string().refine(isEndpointId, "must be the id of an endpoint, end_…");

/** The filters of deliveries, combined with AND. */
export const DeliveryFilters = z.object({
  endpoint: EndpointId.optional(),
  state: DeliveryState.optional(),
  type: WebhookEventType.optional(),
  counter: CounterId.optional(),
  /** Of the events. */
  since: GivenTime.optional(),
  until: GivenTime.optional(),
});
export type DeliveryFilters = z.infer<typeof DeliveryFilters>;
