import * as z from "zod";
import { isSuccess, type Outcome } from "./retry-schedule.ts";

/** Slow endpoints have a queue of their own and delay nobody else. */
export const Lane = z.enum(["fast", "slow"]);
export type Lane = z.infer<typeof Lane>;

/** A new endpoint has not shown yet that it responds. */
export const firstLane: Lane = "slow";

/** What the notices' sweep has seen of an endpoint. */
export const Watched = z.object({
  /** Until when it has counted the deliveries that were given up. */
  untilMs: z.int(),
  /** The failure that people were told of, and how many hours it had lasted. */
  failure: z.object({ sinceMs: z.int(), hours: z.int() }).exactOptional(),
});
export type Watched = z.infer<typeof Watched>;

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
  /** When the notices' sweep looks at it; absent while there is nothing to tell. */
  watchAt: z.iso.datetime().exactOptional(),
  watched: Watched.exactOptional(),
});
export type EndpointHealth = z.infer<typeof EndpointHealth>;

/** What to write: fields to set, and whether the endpoint is no longer failing. */
export interface HealthChange {
  /** Unless it has recovered, `watchAt` is set only where there is none. */
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

/** How long an endpoint has failed before people hear of it. */
export const firstToldAfterMs = 3_600_000;

/** From a change of an endpoint to the look at it, so that its deliveries are in their index. */
export const settlesMs = 60_000;

/** Has an endpoint looked at. */
export function watchAfter(nowMs: number, ms = settlesMs): { watchAt: string } {
  return { watchAt: new Date(nowMs + ms).toISOString() };
}

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
    const watch = failing && isTold(health, nowMs) ? watchAfter(nowMs) : {};
    return { set: { ...moved, lastSuccessAtMs: nowMs, ...watch }, recovered: failing };
  }
  const stale = nowMs - (health.lastErrorAtMs ?? 0) >= refreshMs;
  if (lane === health.lane && failing && !stale) return undefined;
  const failure = { lastError: errorOf(outcome), lastErrorAtMs: nowMs };
  const since = failing ? {} : { failingSinceMs: nowMs };
  const watch = watchAfter(nowMs, firstToldAfterMs);
  return { set: { ...moved, ...failure, ...since, ...watch }, recovered: false };
}

/** Whether people were told that it fails, and have to hear soon that it works again. */
function isTold({ watched, watchAt }: EndpointHealth, nowMs: number): boolean {
  if (watched?.failure === undefined) return false;
  // An endpoint that flaps does not put off the look at it.
  return watchAt === undefined || Date.parse(watchAt) > nowMs + settlesMs;
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
