import * as z from "zod";
import { GivenTime } from "../../core/given-time.ts";
import { maximumResent } from "../../core/limits.ts";
import { AttemptRecord, DeliveryState } from "../../core/webhooks/delivery.ts";
import { deliveryKeyOf, isDeliveryKey } from "../../core/webhooks/delivery-id.ts";
import { isRecoveryPosition } from "../../core/webhooks/recovery-page.ts";
import { WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import { CounterId, DeliveryFilters } from "./delivery-filters.ts";
import type { Routes } from "./route.ts";

/** Which deliveries; `from` is `next` of the page before. */
export const DeliveryQueryParameters = DeliveryFilters.extend({
  from: z.string().refine(isPosition, "must be `next` of the page before").optional(),
});

function isPosition(text: string): boolean {
  return isDeliveryKey(text) || /^\w{8}$/.test(text);
}

export const DeliveryView = z.object({
  id: z.string(),
  endpointId: z.string(),
  state: DeliveryState,
  eventId: z.string(),
  eventType: WebhookEventType,
  /** Of a firing; null for a count. */
  alertId: z.string().nullable(),
  /** When the event happened. */
  eventAt: z.iso.datetime(),
  attemptCount: z.int(),
  /** Null where nothing was sent. */
  lastAttempt: AttemptRecord.pick({
    at: true,
    durationMs: true,
    status: true,
    reason: true,
  }).nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
});
export type DeliveryView = z.infer<typeof DeliveryView>;

/** Newest event first. */
export const DeliveryPageView = z.object({
  deliveries: z.array(DeliveryView),
  searchedCount: z.int(),
  /** The time of the oldest event that was searched; null once all are. */
  searchedBackTo: z.iso.datetime().nullable(),
  next: z.string().nullable(),
});
export type DeliveryPageView = z.infer<typeof DeliveryPageView>;

export const DeliveryDetails = DeliveryView.extend({
  attempts: z.array(AttemptRecord),
  /** Null where it was deleted, or has none. */
  endpointName: z.string().nullable(),
  /** Null where the endpoint was deleted. */
  endpointUrl: z.string().nullable(),
  /** When the endpoint's URL was changed after the newest attempt. */
  urlChangedAt: z.iso.datetime().nullable(),
  /** The request of the newest attempt, its signature a placeholder; null where it cannot be made. */
  request: z
    .object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() })
    .nullable(),
  /** Whether the event is still stored, without which nothing can be resent. */
  eventIsStored: z.boolean(),
});
export type DeliveryDetails = z.infer<typeof DeliveryDetails>;

export const ResendRequest = z.object({
  deliveryIds: z
    .array(
      z.string().refine((id) => deliveryKeyOf(id) !== undefined, "must be delivery ids, dlv_…"),
    )
    .min(1)
    .max(maximumResent),
});

/** What became of each, in the order of the request; `why` says why it was not resent. */
export const ResendResults = z.object({
  results: z.array(z.object({ id: z.string(), why: z.string().nullable() })),
});
export type ResendResults = z.infer<typeof ResendResults>;

/** What a recovery resends, and where its next part begins. */
export const RecoverRequest = z.object({
  since: GivenTime,
  /** Also all that waits for a retry or that a pause held back, whatever the time of its event. */
  waiting: z.boolean().exactOptional(),
  dryRun: z.boolean(),
  /** Whether to go on although ten in a row fail again. */
  keepGoing: z.boolean().exactOptional(),
  /** `next` of the part before. */
  from: z.string().refine(isRecoveryPosition, "must be `next` of the part before").exactOptional(),
  /** `startedAt` of the part before. */
  startedAt: GivenTime.exactOptional(),
});

/** One part of a recovery. */
export const RecoverPart = z.object({
  found: z.int(),
  resent: z.int(),
  leftOut: z.array(z.object({ id: z.string(), why: z.string() })),
  /** Null when all is done. */
  next: z.string().nullable(),
  /** How this part's first ten failed again, where all of them did: the recovery should not go on by itself. */
  failing: z.string().nullable(),
  /** When the recovery began. */
  startedAt: z.iso.datetime(),
});
export type RecoverPart = z.infer<typeof RecoverPart>;

/** The events of a counter, or the firings of alerts. */
export const EventQueryParameters = z.discriminatedUnion("of", [
  z.object({
    of: z.literal("counter"),
    counter: CounterId,
    /** Only events whose number is lower. */
    before: z.coerce.number().int().min(1).optional(),
  }),
  z.object({
    of: z.literal("alerts"),
    before: z
      .string()
      .regex(/^[\w.:/-]{1,200}$/)
      .optional(),
  }),
]);

export const EventRow = z.object({
  id: z.string(),
  type: WebhookEventType,
  at: z.iso.datetime(),
  /** When a device states that the count was made; null for a firing, too. */
  tappedAt: z.iso.datetime().nullable(),
  /** Of a count: what it changed. Of a firing: the level before and after. */
  before: z.number(),
  after: z.number(),
  /** The counter's name now, or the alert's when it fired. */
  name: z.string(),
  deliveries: z.array(
    z.object({
      endpointId: z.string(),
      deliveryId: z.string(),
      /** Null where the delivery is not on record. */
      state: DeliveryState.nullable(),
      /** Whether the endpoint's events and filter, as they are now, include the event. */
      receives: z.boolean(),
    }),
  ),
});
export type EventRow = z.infer<typeof EventRow>;

/** Newest first. */
export const EventPageView = z.object({
  events: z.array(EventRow),
  /** The organization's endpoints, in the order of each event's deliveries. */
  endpoints: z.array(z.object({ id: z.string(), name: z.string().nullable(), url: z.string() })),
  next: z.string().nullable(),
});
export type EventPageView = z.infer<typeof EventPageView>;

/** What was sent, and what became of events. */
export const deliveryRoutes = {
  "GET /api/webhooks/{organizationId}/deliveries": {
    access: "manage_webhooks",
    readUnits: 300,
    query: DeliveryQueryParameters,
    reply: DeliveryPageView,
  },
  "GET /api/webhooks/{organizationId}/deliveries/{deliveryId}": {
    access: "manage_webhooks",
    reply: DeliveryDetails,
  },
  "POST /api/webhooks/{organizationId}/deliveries/resend": {
    access: "manage_webhooks",
    readUnits: 100,
    body: ResendRequest,
    reply: ResendResults,
  },
  "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/recover": {
    access: "manage_webhooks",
    readUnits: 100,
    body: RecoverRequest,
    reply: RecoverPart,
  },
} satisfies Routes;

export const eventRoutes = {
  "GET /api/webhooks/{organizationId}/events": {
    access: "manage_webhooks",
    readUnits: 250,
    query: EventQueryParameters,
    reply: EventPageView,
  },
} satisfies Routes;
