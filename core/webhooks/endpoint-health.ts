import * as z from "zod";
import type { Outcome } from "./retry-schedule.ts";

/** Endpoints that keep attempts waiting are served apart, so that they hold up nobody else. */
export const Lane = z.enum(["fast", "slow"]);
export type Lane = z.infer<typeof Lane>;

/** A new endpoint has not shown yet that it answers. */
export const firstLane: Lane = "slow";

/** An attempt that has waited this long for its answer takes its endpoint to the slow lane. */
export const impatientMs = 1_000;

/** An answer within this time takes its endpoint to the fast lane. */
const promptMs = 700;

/** So long an endpoint must not have kept anybody waiting, before it may go back. */
const probationMs = 60_000;

/** Where an endpoint stands, and when it last kept an attempt waiting, if ever. */
export interface Standing {
  lane: Lane;
  lastSlowAtMs?: number;
}

/**
 * The lane of an endpoint after an attempt. An answer that is neither slow nor prompt changes
 * nothing, and one that hangs now and then does not go back and forth.
 */
export function laneAfter(
  { lane, lastSlowAtMs = Number.NEGATIVE_INFINITY }: Standing,
  { outcome, durationMs, nowMs }: { outcome: Outcome; durationMs: number; nowMs: number },
): Lane {
  if (durationMs >= impatientMs) return "slow";
  const prompt = outcome.kind === "answered" && durationMs <= promptMs;
  return prompt && nowMs - lastSlowAtMs > probationMs ? "fast" : lane;
}

/** Whether a slow answer of an endpoint in the slow lane is worth writing down once more. */
export function renewsProbation({ lastSlowAtMs = 0 }: Standing, nowMs: number): boolean {
  return nowMs - lastSlowAtMs > probationMs / 2;
}
