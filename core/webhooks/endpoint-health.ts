import * as z from "zod";
import { isSuccess, type Outcome } from "./retry-schedule.ts";

/** Slow endpoints have a queue of their own and delay nobody else. */
export const Lane = z.enum(["fast", "slow"]);
export type Lane = z.infer<typeof Lane>;

/** A new endpoint has not shown yet that it responds. */
export const firstLane: Lane = "slow";

/** What attempts have shown about an endpoint. Times are in milliseconds since the epoch. */
export const EndpointHealth = z.object({
  lane: Lane,
  /** When an attempt last took a second or more. */
  lastSlowAtMs: z.int().exactOptional(),
  /** May lag behind by a minute. */
  lastSuccessAtMs: z.int().exactOptional(),
  /** The first failure since the last success. */
  failingSinceMs: z.int().exactOptional(),
  /** The last failure, in plain words; may lag behind by a minute while the endpoint fails. */
  lastError: z.string().exactOptional(),
  lastErrorAtMs: z.int().exactOptional(),
});
export type EndpointHealth = z.infer<typeof EndpointHealth>;

/** What to write: fields to set, and whether the endpoint is no longer failing. */
export interface HealthChange {
  set: Partial<EndpointHealth>;
  recovered: boolean;
}

export interface MeasuredAttempt {
  outcome: Outcome;
  durationMs: number;
  nowMs: number;
}

/** An attempt that takes this long moves its endpoint to the slow lane. */
export const slowAfterMs = 1_000;

/** A response within this time moves its endpoint to the fast lane, unless it was slow a while ago. */
export const promptMs = 700;

/** How long an endpoint must not have been slow before it may return to the fast lane. */
const probationMs = 60_000;

/** Times that are only renewed are written this often, so most successes cost one write. */
const refreshMs = 60_000;

/** What to write after an attempt; undefined when nothing is worth a write. */
export function healthChange(
  health: EndpointHealth,
  attempt: MeasuredAttempt,
): HealthChange | undefined {
  const { outcome, nowMs } = attempt;
  const lane = laneAfter(health, attempt);
  const moved = lane === health.lane ? {} : { lane };
  const failing = health.failingSinceMs !== undefined;
  if (isSuccess(outcome)) {
    const stale = nowMs - (health.lastSuccessAtMs ?? 0) >= refreshMs;
    if (lane === health.lane && !failing && !stale) return undefined;
    return { set: { ...moved, lastSuccessAtMs: nowMs }, recovered: failing };
  }
  const stale = nowMs - (health.lastErrorAtMs ?? 0) >= refreshMs;
  if (lane === health.lane && failing && !stale) return undefined;
  const failure = { lastError: errorOf(outcome), lastErrorAtMs: nowMs };
  const since = failing ? {} : { failingSinceMs: nowMs };
  return { set: { ...moved, ...failure, ...since }, recovered: false };
}

/**
 * The lane of an endpoint after an attempt. A response that is neither slow nor prompt changes
 * nothing, and an endpoint that is slow now and then does not move back and forth.
 */
export function laneAfter(
  { lane, lastSlowAtMs = Number.NEGATIVE_INFINITY }: EndpointHealth,
  { outcome, durationMs, nowMs }: MeasuredAttempt,
): Lane {
  if (durationMs >= slowAfterMs) return "slow";
  const prompt = outcome.kind === "response" && durationMs <= promptMs;
  return prompt && nowMs - lastSlowAtMs > probationMs ? "fast" : lane;
}

/** Whether a slow attempt at an endpoint in the slow lane is worth another write. */
export function renewsProbation({ lastSlowAtMs = 0 }: EndpointHealth, nowMs: number): boolean {
  return nowMs - lastSlowAtMs > probationMs / 2;
}

function errorOf(outcome: Outcome): string {
  return outcome.kind === "response" ? `HTTP ${outcome.status}` : outcome.reason;
}
