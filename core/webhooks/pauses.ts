import * as z from "zod";
import { deliveryDays, recoverableDays } from "../limits.ts";
import { contractRetryDelays } from "./retry-schedule.ts";

/** A time in which an endpoint was paused. */
export const Pause = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });
export type Pause = z.infer<typeof Pause>;

/** How many pauses an endpoint keeps apart; of more, the two oldest become one. */
export const keptPauses = 20;

/**
 * Events are dispatched within seconds, and rarely after minutes. An event counted this long before
 * a pause may have been dispatched in it.
 */
const dispatchedWithinMs = 3_600_000;

/**
 * Whether a recovery would find an event by its time if it were left out now because of a pause.
 * After an outage, a stream can be late by hours.
 */
export function isFoundByTime(createdAt: string, nowMs: number): boolean {
  return Date.parse(createdAt) > nowMs + clockSkewMs - dispatchedWithinMs;
}

/** An event dispatched this long before a pause may have had its last retry due in it. */
const retriedWithinMs = contractRetryDelays.reduce((sum, seconds) => sum + seconds * 1_000, 0);

/**
 * From when on a recovery finds all that a pause held back, retries of earlier events included;
 * milliseconds since the epoch.
 */
export function recoverableSinceMs({ from }: Pick<Pause, "from">): number {
  return Date.parse(from) - dispatchedWithinMs - retriedWithinMs;
}

/** Instances' clocks differ by less. */
const clockSkewMs = 60_000;

const recoverableMs = recoverableDays * 86_400_000;

/** Time between previewing a recovery, or copying its command, and starting it. */
const leewayMs = 3_600_000;

/** The earliest time from which a recovery can begin; milliseconds since the epoch. */
export function earliestRecoverableMs(nowMs: number): number {
  return nowMs - recoverableMs;
}

/** Whether a recovery since then would find less than it says. */
export function isBeyondRecovery(sinceMs: number, nowMs: number): boolean {
  return sinceMs < earliestRecoverableMs(nowMs) - leewayMs;
}

export const recoveryReach =
  `a recovery reaches back ${recoverableDays} days at most, because deliveries are kept for ` +
  `${deliveryDays}`;

/** The pauses after another one has ended; those that nothing can be recovered from are dropped. */
export function withPause(pauses: Pause[], ended: Pause): Pause[] {
  const oldestMs = Date.parse(ended.to) - recoverableMs;
  const kept = [...pauses.filter(({ to }) => Date.parse(to) >= oldestMs), ended];
  const [first, second, ...others] = kept;
  if (kept.length <= keptPauses || first === undefined || second === undefined) return kept;
  return [{ from: first.from, to: second.to }, ...others];
}

/** Pauses, and when the newest recovery began that has sent all that earlier ones held back. */
export interface RecoveredPauses {
  pauses?: Pause[];
  pausesRecoveredAt?: string;
}

/**
 * From when on a recovery finds what ended pauses held back; undefined where nothing is, because a
 * recovery has sent it or because it is too old. Never earlier than a recovery reaches. Milliseconds
 * since the epoch.
 */
export function heldBackSinceMs(
  { pauses = [], pausesRecoveredAt = "" }: RecoveredPauses,
  nowMs: number,
): number | undefined {
  const oldestMs = earliestRecoverableMs(nowMs);
  const left = pauses.find(({ to }) => Date.parse(to) >= oldestMs && to > pausesRecoveredAt);
  return left && Math.max(oldestMs, recoverableSinceMs(left));
}

/** Times in milliseconds since the epoch. */
export interface TimeRange {
  fromMs: number;
  toMs: number;
}

/**
 * When events may have been counted for which the pauses left no delivery, oldest first, without
 * overlaps; only from `sinceMs` on.
 */
export function undispatchedTimes(
  pauses: Pause[],
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): TimeRange[] {
  const oldestMs = Math.max(sinceMs, earliestRecoverableMs(nowMs));
  const merged: TimeRange[] = [];
  for (const { from, to } of pauses) {
    const fromMs = Math.max(oldestMs, Date.parse(from) - dispatchedWithinMs);
    const toMs = Date.parse(to) + clockSkewMs;
    const last = merged.at(-1);
    if (toMs <= fromMs) continue;
    if (last !== undefined && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else merged.push({ fromMs, toMs });
  }
  return merged;
}
