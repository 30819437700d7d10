import * as z from "zod";
import { GivenTime } from "../../core/given-time.ts";
import { EndpointFilter, NewFilter } from "../../core/webhooks/endpoint-filter.ts";
import { NewEndpointName } from "../../core/webhooks/endpoint-settings.ts";
import { validateEndpointUrl } from "../../core/webhooks/endpoint-url.ts";
import { WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import { ofEdit } from "./edit.ts";
import { ofForm } from "./form-id.ts";
import type { Routes } from "./route.ts";

const EventTypes = z.array(WebhookEventType).min(1, "choose at least one event").max(10);

/** What can be seen of a URL without looking up its host; the service checks its addresses, too. */
export const EndpointUrl = z
  .string()
  .trim()
  .max(2_048, "the URL is longer than 2,048 characters")
  .superRefine((url, context) => {
    // With a range allowed, private names pass here: whether they may, the service knows.
    const reason = validateEndpointUrl(url, ["127.0.0.0/8", "::1/128"]);
    if (reason !== undefined) context.addIssue({ code: "custom", message: reason });
  });

/** What older pages do not know may be absent: null, or false. */
const furtherSettings = {
  /** Null where it is known by its URL. */
  name: NewEndpointName.nullable().exactOptional(),
  /** Null for all events of its types. */
  filter: NewFilter.nullable().exactOptional(),
  /** Whether its deliveries also have the headers of Standard Webhooks. */
  standardWebhooks: z.boolean().exactOptional(),
};

export const NewEndpoint = z.object({ url: EndpointUrl, events: EventTypes, ...furtherSettings });
export type NewEndpoint = z.infer<typeof NewEndpoint>;

const EndpointEdit = ofEdit(
  z.object({
    url: EndpointUrl.exactOptional(),
    events: EventTypes.exactOptional(),
    ...furtherSettings,
  }),
  z.object({
    url: z.string().exactOptional(),
    events: EventTypes.exactOptional(),
    name: z.string().nullable().exactOptional(),
    filter: EndpointFilter.nullable().exactOptional(),
    standardWebhooks: z.boolean().exactOptional(),
  }),
);

export const EndpointView = z.object({
  id: z.string(),
  /** Null where it is known by its URL. */
  name: z.string().nullable(),
  url: z.string(),
  events: z.array(WebhookEventType),
  /** Null for all events of these types; what it names may be gone. */
  filter: EndpointFilter.nullable(),
  standardWebhooks: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Null unless it is paused. */
  pausedAt: z.iso.datetime().nullable(),
  /** When the next secret was made; null where there is none. */
  nextSecretMadeAt: z.iso.datetime().nullable(),
  health: z.object({
    /** May lag behind by a minute. */
    lastSuccessAt: z.iso.datetime().nullable(),
    failingSince: z.iso.datetime().nullable(),
    lastError: z.string().nullable(),
    lastErrorAt: z.iso.datetime().nullable(),
    /** Slow endpoints share a queue of their own. */
    slow: z.boolean(),
    /** Deliveries that wait for a retry. */
    waiting: z.int(),
    /** Deliveries that a pause ended, and that nobody has sent since. */
    heldBack: z.int(),
    failedLastDay: z.int(),
    /** False where the three counts are lower bounds. */
    countsAreExact: z.boolean(),
  }),
});
export type EndpointView = z.infer<typeof EndpointView>;

/** Oldest first. */
export const EndpointList = z.object({
  endpoints: z.array(EndpointView),
  maximum: z.int(),
  /** {api_url}, where the description of the webhooks is. */
  apiUrl: z.url(),
});
export type EndpointList = z.infer<typeof EndpointList>;

/** A new endpoint with its secret, which is shown once. */
export const CreatedEndpoint = z.object({ endpoint: EndpointView, secret: z.string() });
export type CreatedEndpoint = z.infer<typeof CreatedEndpoint>;

/** Makes the next secret, or ends it. */
export const SecretChange = z.discriminatedUnion("action", [
  z.object({ action: z.literal("make") }),
  /** `madeAt` is `nextSecretMadeAt` as the person has seen it. */
  z.object({ action: z.enum(["activate", "discard"]), madeAt: GivenTime }),
]);
export type SecretChange = z.infer<typeof SecretChange>;

/** The endpoint after a change of its secret; `secret` is the next one, where it was made just now. */
export const ChangedSecret = z.object({ endpoint: EndpointView, secret: z.string().nullable() });
export type ChangedSecret = z.infer<typeof ChangedSecret>;

export const PauseChange = z.object({ paused: z.boolean() });

export const CheckRequest = z.object({
  eventType: WebhookEventType.exactOptional(),
  /** Whether to send two forged deliveries, too. */
  forged: z.boolean().exactOptional(),
});
export type CheckRequest = z.infer<typeof CheckRequest>;

/** What a check found, in plain words; `found` of the step "Body" is the receiver's text. */
export const CheckView = z.object({
  eventType: WebhookEventType,
  deliveryId: z.string(),
  accepted: z.boolean(),
  findings: z.array(
    z.object({
      step: z.string(),
      verdict: z.enum(["good", "warning", "bad"]),
      found: z.string(),
      advice: z.string().nullable(),
      /** A page that helps. */
      page: z.url().exactOptional(),
    }),
  ),
});
export type CheckView = z.infer<typeof CheckView>;

/** The newest deliveries of an endpoint for a plot, oldest first, as columns of equal length. */
export const ResponsesView = z.object({
  /** Of each attempt, seconds since the epoch. */
  at: z.array(z.number()),
  durationMs: z.array(z.int()),
  /** HTTP status; null where there was no response. */
  status: z.array(z.int().nullable()),
});
export type ResponsesView = z.infer<typeof ResponsesView>;

const manage = { access: "manage_webhooks" } as const;

/** Webhook endpoints. */
export const endpointRoutes = {
  "GET /api/webhooks/{organizationId}/endpoints": {
    ...manage,
    readUnits: 1_000,
    reply: EndpointList,
  },
  "POST /api/webhooks/{organizationId}/endpoints": {
    ...manage,
    readUnits: 100,
    body: ofForm(NewEndpoint),
    reply: CreatedEndpoint,
  },
  "GET /api/webhooks/{organizationId}/endpoints/{endpointId}": {
    ...manage,
    readUnits: 300,
    reply: EndpointView,
  },
  "PATCH /api/webhooks/{organizationId}/endpoints/{endpointId}": {
    ...manage,
    readUnits: 300,
    body: EndpointEdit,
    reply: EndpointView,
  },
  "DELETE /api/webhooks/{organizationId}/endpoints/{endpointId}": {
    ...manage,
    reply: EndpointView.pick({ id: true }),
  },
  "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/pause": {
    ...manage,
    readUnits: 300,
    body: PauseChange,
    reply: EndpointView,
  },
  "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/secret": {
    ...manage,
    readUnits: 300,
    body: SecretChange,
    reply: ChangedSecret,
  },
  "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/check": {
    ...manage,
    body: CheckRequest,
    reply: CheckView,
  },
  "GET /api/webhooks/{organizationId}/endpoints/{endpointId}/responses": {
    ...manage,
    readUnits: 150,
    reply: ResponsesView,
  },
} satisfies Routes;
