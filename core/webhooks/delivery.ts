import * as z from "zod";
import { deliveryKeyOf } from "./delivery-id.ts";
import { WebhookEventType } from "./webhook-event.ts";

export const DeliveryState = z.enum([
  "awaiting_response",
  "retry_scheduled",
  "delivered",
  "stopped",
  "failed",
  "cancelled",
]);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** One POST as it is kept for people: when, how long, and what came of it. */
export const AttemptRecord = z.object({
  attempt: z.int().min(1),
  /** When the delivery was sent again by hand; on the first attempt of that fresh schedule. */
  resentAt: z.iso.datetime().exactOptional(),
  at: z.iso.datetime(),
  durationMs: z.int().min(0),
  /** HTTP status, where the receiver answered. */
  status: z.int().exactOptional(),
  /** What went wrong, in plain words, where it did not. */
  reason: z.string().exactOptional(),
  /** The first 1 KB of the answer. */
  answer: z.string().exactOptional(),
});
export type AttemptRecord = z.infer<typeof AttemptRecord>;

/** The last moment that a Date can hold. */
const latestMs = 8.64e15;

/** The message that carries an attempt; every attempt of a delivery carries the same body. */
export const AttemptMessage = z.object({
  deliveryId: z.string().refine((id) => deliveryKeyOf(id) !== undefined, "not a delivery id"),
  organizationId: z.string().min(1),
  eventId: z.string().min(1),
  eventType: WebhookEventType,
  body: z.string(),
  attempt: z.int().min(1),
  /** Names this message; absent on the first, which the stream may send more than once. */
  token: z.string().exactOptional(),
  /** Not to be sent earlier, in milliseconds since the epoch. */
  dueMs: z.number().min(0).max(latestMs).exactOptional(),
});
export type AttemptMessage = z.infer<typeof AttemptMessage>;

/** What is stored of a delivery once its first attempt has an outcome. */
export const DeliveryRecord = z.object({
  deliveryId: z.string(),
  organizationId: z.string(),
  eventId: z.string(),
  eventType: WebhookEventType,
  state: DeliveryState,
  attempts: z.array(AttemptRecord),
  /** While a retry is scheduled: which attempt it is, when, and the only message that may carry it. */
  next: z
    .object({
      attempt: z.int(),
      dueMs: z.number(),
      token: z.string(),
      claimedBy: z.string().exactOptional(),
      claimedUntilMs: z.number().exactOptional(),
    })
    .exactOptional(),
});
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

/** How long a delivery is kept after its last change. */
export const deliveryDays = 30;
