import * as z from "zod";
import { DeliveryFilters } from "../../../../api/private/delivery-filters.ts";

const { endpoint, state, type, counter, since, until } = DeliveryFilters.shape;

/**
 * The filters of deliveries as they stand in the URL. What is not valid is left out: a link that was
 * cut off still shows something.
 */
export const DeliveryFilterParameters = z.object({
  endpoint: endpoint.catch(undefined),
  state: state.catch(undefined),
  type: type.catch(undefined),
  counter: counter.catch(undefined),
  since: since.catch(undefined),
  until: until.catch(undefined),
});

/** The same with the delivery that is open beside the list. */
export const DeliverySearch = DeliveryFilterParameters.extend({
  delivery: z.string().max(100).optional().catch(undefined),
});
export type DeliverySearch = z.infer<typeof DeliverySearch>;

/** Whose events are shown, as it stands in the URL: a counter's, or the firings of alerts. */
export const EventSearch = z.object({
  of: z.enum(["counter", "alerts"]).optional().catch(undefined),
  counter: counter.catch(undefined),
});
