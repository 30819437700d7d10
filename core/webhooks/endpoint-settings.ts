import { compareFields } from "../compare-fields.ts";
import { newNameUpTo } from "../display-name.ts";
import { maximumEndpointName } from "../limits.ts";
import { type StoredEndpoint, Subscription, type WebhookEndpoint } from "./endpoint.ts";
import type { EndpointFilter } from "./endpoint-filter.ts";
import type { WebhookEventType } from "./webhook-event.ts";

/** What people choose of an endpoint. */
export interface EndpointSettings {
  /** Null where it is known by its URL. */
  name: string | null;
  url: string;
  events: WebhookEventType[];
  /** Null for all events of these types. */
  filter: EndpointFilter | null;
  /** Whether its deliveries also have the headers of Standard Webhooks. */
  standardWebhooks: boolean;
}

/** A new endpoint; what is absent is null, or false. */
export type EndpointSetup = Pick<EndpointSettings, "url" | "events"> &
  Partial<EndpointSettings> & { organizationId: string };

/** A name that a person chooses for an endpoint. */
export const NewEndpointName = newNameUpTo(maximumEndpointName);

/** What an endpoint has unless somebody chooses otherwise. */
export const defaultSettings = { name: null, filter: null, standardWebhooks: false } as const;

export function settingsOf(
  endpoint: Pick<WebhookEndpoint, "name" | "url" | "events" | "filter" | "standardWebhooks">,
): EndpointSettings {
  const { name, url, events, filter, standardWebhooks } = { ...defaultSettings, ...endpoint };
  return { name, url, events, filter, standardWebhooks };
}

/** The same endpoint with other settings; what is null or false is not stored. */
export function withSettings<Endpoint extends WebhookEndpoint>(
  endpoint: Endpoint,
  change: Partial<EndpointSettings>,
): Endpoint {
  const { name: _, filter: __, standardWebhooks: ___, ...others } = endpoint;
  const { name, url, events, filter, standardWebhooks } = { ...settingsOf(endpoint), ...change };
  return {
    ...others,
    ...{ url, events: Subscription.parse(events) },
    ...(name !== null && { name }),
    ...(filter !== null && { filter }),
    ...(standardWebhooks && { standardWebhooks }),
  } as Endpoint;
}

/** What of a change is still to be made, and which settings differ from what the caller saw. */
export function compareSettings(
  before: StoredEndpoint,
  change: Partial<EndpointSettings>,
  seen: Partial<EndpointSettings>,
) {
  return compareFields(settingsOf(before), inOrder(change), inOrder(seen));
}

/** With the events in the order in which they are stored. */
function inOrder({ events, ...change }: Partial<EndpointSettings>): Partial<EndpointSettings> {
  return { ...change, ...(events !== undefined && { events: Subscription.parse(events) }) };
}
