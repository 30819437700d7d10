import * as z from "zod";
import { type EventReference, WebhookEventType } from "./webhook-event.ts";

export const DeliveryState = z.enum([
  "awaiting_response",
  "retry_scheduled",
  "delivered",
  "stopped",
  "failed",
  "cancelled",
  /** Its endpoint was paused when an attempt was due; it waits for a recovery. */
  "paused",
]);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** One POST as it is kept for people: when, how long, and its outcome. */
export const AttemptRecord = z.object({
  attempt: z.int().min(1),
  /** When the delivery was resent by hand; on the first attempt of that fresh schedule. */
  resentAt: z.iso.datetime().exactOptional(),
  at: z.iso.datetime(),
  durationMs: z.int().min(0),
  /** HTTP status, where the receiver responded. */
  status: z.int().exactOptional(),
  /** Why there was no response, in plain words. */
  reason: z.string().exactOptional(),
  /** The first 1 KB of the response body. */
  response: z.string().exactOptional(),
});
export type AttemptRecord = z.infer<typeof AttemptRecord>;

/** What is stored of a delivery once its first attempt has an outcome. */
export const DeliveryRecord = z.object({
  deliveryId: z.string(),
  organizationId: z.string(),
  eventId: z.string(),
  eventType: WebhookEventType,
  /** The key of the event, where it is not the event id. */
  eventKey: z.string().exactOptional(),
  state: DeliveryState,
  attempts: z.array(AttemptRecord),
  /** While a retry is scheduled: which attempt, when, and the token of the only message for it. */
  next: z
    .object({
      attempt: z.int(),
      dueMs: z.number(),
      fencingToken: z.string(),
      claimedBy: z.string().exactOptional(),
      claimedUntilMs: z.number().exactOptional(),
    })
    .exactOptional(),
});
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

/** The event that a delivery is about. */
export function eventReference(record: DeliveryRecord): EventReference {
  const { organizationId, eventId, eventType, eventKey } = record;
  return { organizationId, eventId, eventType, key: eventKey ?? eventId };
}

export type DeliveryProgress = Pick<DeliveryRecord, "state" | "next">;

/**
 * The state as it is shown to people. The record says `retry_scheduled` until an attempt has an
 * outcome, also while the attempt is in flight.
 */
export function shownState(record: DeliveryProgress, nowMs: number): DeliveryState {
  if (record.state !== "retry_scheduled") return record.state;
  return isBeingSent(record, nowMs) ? "awaiting_response" : "retry_scheduled";
}

/** Whether a message holds a live lease on the next attempt. */
export function isBeingSent({ next }: DeliveryProgress, nowMs: number): boolean {
  return next?.claimedUntilMs !== undefined && next.claimedUntilMs >= nowMs;
}

/** A restarted delivery that nobody has claimed by then was restarted by an interrupted run. */
const restartLostAfterMs = 60_000;

/** A retry that nobody has claimed by then has no message: its schedule or message is gone. */
const retryLostAfterMs = 5 * 60_000;

/**
 * What a recovery that began at `startedAtMs` resends: failed and paused deliveries, and deliveries
 * whose next attempt is overdue and claimed by nobody. With `waiting`, also all others that wait for
 * a retry. What was sent again since it began is left alone: it may have failed again, and is not
 * sent twice. Only a restarted delivery waits for an attempt number 1.
 */
export function isRecoverable(
  record: DeliveryRecord,
  startedAtMs: number,
  { waiting = false } = {},
): boolean {
  const { state, next } = record;
  if (state === "paused") return true;
  if (state === "failed") return !isSentAgainSince(record, startedAtMs);
  if (state !== "retry_scheduled" || next === undefined) return false;
  if (waiting && next.attempt > 1) {
    return !isBeingSent(record, startedAtMs) && !isSentAgainSince(record, startedAtMs);
  }
  if (next.claimedBy !== undefined) return false;
  const lostAfterMs = next.attempt === 1 ? restartLostAfterMs : retryLostAfterMs;
  return next.dueMs < startedAtMs - lostAfterMs;
}

/** Whether it was restarted since then, and an attempt of that schedule was made. */
export function isSentAgainSince(
  { attempts }: Pick<DeliveryRecord, "attempts">,
  sinceMs: number,
): boolean {
  const resentAt = attempts.findLast(({ attempt }) => attempt === 1)?.resentAt;
  return resentAt !== undefined && Date.parse(resentAt) >= sinceMs;
}

/**
 * Stores deliveries. Each write is one conditional write; false means that its condition failed.
 */
export interface DeliveryStore {
  load(deliveryId: string): Promise<DeliveryRecord | undefined>;
  /** Writes the record after the first attempt, unless there is one already. */
  recordFirst(record: DeliveryRecord): Promise<boolean>;
  /** Writes the record after a retry, while `claim` still holds it. */
  recordRetry(record: DeliveryRecord, claim: Claim): Promise<boolean>;
  /**
   * Claims the next attempt for one message until the lease ends. After that, any message with the
   * token may claim it: a dead letter that was redriven has another id.
   */
  claim(deliveryId: string, claim: Claim & Lease): Promise<ClaimResult>;
  /** Rotates the fencing token of the next attempt, while nobody has claimed it. */
  rotate(deliveryId: string, tokens: { from: string; to: string }): Promise<boolean>;
}

export interface Claim {
  fencingToken: string;
  /** Id of the message in the queue: the same when it is received again. */
  messageId: string;
}

export interface Lease {
  nowMs: number;
  untilMs: number;
}

export type ClaimResult =
  | "claimed"
  /** Another handler has a message with this token; should it fail, this message is needed. */
  | "busy"
  /** The token is out of date. */
  | "lost";
