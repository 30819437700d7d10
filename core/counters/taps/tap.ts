import * as z from "zod";
import type { CountEvent, CountEventType, Metadata } from "../count-event.ts";
import { addCount, summedCount } from "../count-mark.ts";
import { type StoredCounter, timeOfChange } from "../counter.ts";
import { countEventId } from "../counter-names.ts";

export const Direction = z.enum(["up", "down"]);
export type Direction = z.infer<typeof Direction>;

export interface Tap {
  direction: Direction;
  metadata: Metadata | null;
}

/** Why a counter does not take a tap. */
export const TapRefusal = z.enum(["locked", "against_mode", "out_of_range"]);
export type TapRefusal = z.infer<typeof TapRefusal>;

export type TapResult =
  | { result: "counted"; counter: StoredCounter; event: CountEvent }
  | { result: "refused"; reason: TapRefusal };

/** Applies one tap to a counter: returns its next state and the event, or a refusal. */
export function tap(
  counter: StoredCounter,
  { direction, metadata }: Tap,
  nowMs: number,
): TapResult {
  if (counter.locked) return { result: "refused", reason: "locked" };
  if (counter.mode === forbiddenMode[direction]) {
    return { result: "refused", reason: "against_mode" };
  }
  const delta = direction === "up" ? counter.incrementStep : -counter.decrementStep;
  const counted = countBy(counter, { delta, metadata, nowMs });
  return counted
    ? { result: "counted", ...counted }
    : { result: "refused", reason: "out_of_range" };
}

/**
 * The counter with one event more, whatever its mode and lock say, and the event. Undefined for a total
 * or a change that a number does not hold exactly.
 */
export function countBy(
  counter: StoredCounter,
  { delta, metadata, nowMs }: { delta: number; metadata: Metadata | null; nowMs: number },
): { counter: StoredCounter; event: CountEvent } | undefined {
  const count = counter.count + delta;
  if (![count, delta].every(Number.isSafeInteger)) return undefined;
  const lastEventId = counter.lastEventId + 1;
  const at = timeOfChange(counter, nowMs);
  const event = {
    id: countEventId(counter.id, lastEventId),
    counterId: counter.id,
    eventType: eventTypes[delta > 0 ? "up" : "down"],
    count,
    previousCount: counter.count,
    delta,
    lastEventId,
    metadata,
    createdAt: at,
  };
  const sums = addCount(counter, { ...summedCount(event), at });
  const version = counter.version + 1;
  return {
    counter: { ...counter, count, lastEventId, version, updatedAt: at, ...sums },
    event,
  };
}

/** True when an event records this tap: same direction, same metadata. */
export function isEventOf({ eventType, metadata }: CountEvent, tap: Tap): boolean {
  return (
    eventType === eventTypes[tap.direction] && sortedJson(metadata) === sortedJson(tap.metadata)
  );
}

/** The direction of the tap that an event records. */
export function directionOf({ eventType }: CountEvent): Direction {
  return eventType === eventTypes.up ? "up" : "down";
}

const eventTypes: Record<Direction, CountEventType> = { up: "increment", down: "decrement" };

/** JSON in which the order of keys makes no difference. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

const forbiddenMode = { up: "decrement-only", down: "increment-only" } as const;
