import type { DeliveryRecord, DeliveryState } from "./delivery.ts";

type Standing = Pick<DeliveryRecord, "state" | "next">;

/** From then on a restarted delivery that nobody has claimed counts as broken off. */
const brokenOffAfterMs = 60_000;

/**
 * The state as people are told it. What is stored says `retry_scheduled` until an attempt has an
 * outcome, also while the attempt is under way.
 */
export function shownState(standing: Standing, nowMs: number): DeliveryState {
  if (standing.state !== "retry_scheduled") return standing.state;
  return isBeingSent(standing, nowMs) ? "awaiting_response" : "retry_scheduled";
}

/** Whether a message holds a live lease on the next attempt. */
export function isBeingSent({ next }: Standing, nowMs: number): boolean {
  return next?.claimedUntilMs !== undefined && next.claimedUntilMs >= nowMs;
}

/**
 * What a recovery sends again: what failed, and what an earlier recovery or resend restarted
 * without getting to send its message (only these wait for an attempt number 1 in a record).
 */
export function isRecoverable({ state, next }: Standing, nowMs: number): boolean {
  if (state === "failed") return true;
  const restarted = state === "retry_scheduled" && next?.attempt === 1;
  return restarted && next.claimedBy === undefined && next.dueMs < nowMs - brokenOffAfterMs;
}
