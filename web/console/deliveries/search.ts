import * as z from "zod";
import { DeliveryFilters } from "../../../core/private-api/webhooks/delivery-filters.ts";

const { endpoint, state, type, counter, since, until } = DeliveryFilters.shape;

/**
 * The filters of deliveries as they stand in the URL. What is not valid is left out: a link that was
 * cut off still shows something.
 */
export const DeliverySearch = z.object({
  endpoint: endpoint.catch(undefined),
  state: state.catch(undefined),
  type: type.catch(undefined),
  counter: counter.catch(undefined),
  since: since.catch(undefined),
  until: until.catch(undefined),
});

/** Whose events are shown, as it stands in the URL: a counter's, or the firings of alerts. */
export const EventSearch = z.object({
  of: z.enum(["counter", "alerts"]).optional().catch(undefined),
  counter: counter.catch(undefined),
});

/** The query of a request; what is undefined is left out. */
export function queryText(query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
