import * as z from "zod";
import type { CreationContext } from "../clock.ts";
import { maximumEndpoints } from "../limits.ts";
import { Plan } from "../organizations/organization.ts";
import { planIncludesWebhooks } from "../organizations/plan.ts";
import { EndpointFilter } from "./endpoint-filter.ts";
import { EndpointHealth, firstLane, Lane } from "./endpoint-health.ts";
import { newEndpointId } from "./endpoint-id.ts";
import { WebhookEventType } from "./webhook-event.ts";

/** The events that an endpoint is subscribed to, each once, in the order of the contract. */
export const Subscription = z
  .array(WebhookEventType)
  .min(1)
  .transform((events) => WebhookEventType.options.filter((event) => events.includes(event)));

/** Where an organization receives its webhooks. */
export const WebhookEndpoint = z.object({
  id: z.string(),
  organizationId: z.string(),
  url: z.string(),
  /** Without one it is known by its URL. */
  name: z.string().exactOptional(),
  events: Subscription,
  /** Absent where it receives all events of these types. */
  filter: EndpointFilter.exactOptional(),
  /** Whether its deliveries also have the headers of Standard Webhooks. */
  standardWebhooks: z.literal(true).exactOptional(),
  lane: Lane,
  createdAt: z.iso.datetime(),
  /** While it is paused: since when. Nothing is sent to it; its deliveries end as `paused`. */
  pausedAt: z.iso.datetime().exactOptional(),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export interface EndpointKey {
  organizationId: string;
  endpointId: string;
}

/** An endpoint as the pipeline needs it. */
export const StoredEndpoint = WebhookEndpoint.extend({
  /** The plan of its organization, written with every change of plan. */
  plan: Plan,
  ...EndpointHealth.shape,
  /** When its URL was last changed. */
  urlChangedAtMs: z.int().exactOptional(),
  /** The signing secret, encrypted. */
  sealedSecret: z.string(),
  /** The key that decrypts it, itself encrypted. */
  wrappedKey: z.string(),
  /** The secret that takes over when it is activated; nothing is signed with it before. */
  nextSecret: z
    .object({ sealedSecret: z.string(), wrappedKey: z.string(), madeAt: z.iso.datetime() })
    .exactOptional(),
  /** Increases with every change but that of its health; absent before the first. */
  revision: z.int().exactOptional(),
});
export type StoredEndpoint = z.infer<typeof StoredEndpoint>;

/** Why an organization may not have another endpoint; undefined when it may. */
export function whyNoEndpoint(organization: {
  plan: Plan;
  endpointCount: number;
}): "plan_required" | "limit_reached" | undefined {
  if (!planIncludesWebhooks(organization.plan)) return "plan_required";
  if (organization.endpointCount >= maximumEndpoints) return "limit_reached";
  return undefined;
}

export function newWebhookEndpoint(
  { organizationId, url, events }: Pick<WebhookEndpoint, "organizationId" | "url" | "events">,
  { nowMs, randomBase62 }: CreationContext,
): WebhookEndpoint {
  return {
    id: newEndpointId(randomBase62),
    organizationId,
    url,
    events: Subscription.parse(events),
    lane: firstLane,
    createdAt: new Date(nowMs).toISOString(),
  };
}
