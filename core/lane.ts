import * as z from "zod";
import type { Outcome } from "./delivery-schedule.ts";

/** Endpoints that keep attempts waiting are served apart, so that they hold up nobody else. */
export const Lane = z.enum(["fast", "slow"]);
export type Lane = z.infer<typeof Lane>;

/** A new endpoint has not shown yet that it answers. */
export const firstLane: Lane = "slow";

/** An attempt that has waited this long for its answer takes its endpoint to the slow lane. */
export const impatientMs = 1_000;

/** An answer within this time takes its endpoint to the fast lane. */
const promptMs = 700;

/** The lane of an endpoint after an attempt; between both times it stays where it is. */
export function laneAfter(
  lane: Lane,
  { outcome, durationMs }: { outcome: Outcome; durationMs: number },
): Lane {
  if (durationMs >= impatientMs) return "slow";
  if (outcome.kind === "answered" && durationMs <= promptMs) return "fast";
  return lane;
}
