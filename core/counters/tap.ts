import { type CountEvent, countEventId, type Metadata } from "./count-event.ts";
import { type Counter, timeOfChange } from "./counter.ts";

export type Direction = "up" | "down";

export interface Tap {
  direction: Direction;
  metadata: Metadata | null;
}

export type TapRefusal = "locked" | "against_mode" | "out_of_range";

export type TapResult =
  | { result: "counted"; counter: Counter; event: CountEvent }
  | { result: "refused"; reason: TapRefusal };

/** What one tap makes of a counter: its next state and the event that says so, or a refusal. */
export function tap(counter: Counter, { direction, metadata }: Tap, nowMs: number): TapResult {
  if (counter.locked) return { result: "refused", reason: "locked" };
  if (counter.mode === forbiddenMode[direction]) {
    return { result: "refused", reason: "against_mode" };
  }
  const delta = direction === "up" ? counter.incrementStep : -counter.decrementStep;
  const count = counter.count + delta;
  if (!Number.isSafeInteger(count)) return { result: "refused", reason: "out_of_range" };
  const lastEventId = counter.lastEventId + 1;
  const at = timeOfChange(counter, nowMs);
  return {
    result: "counted",
    counter: { ...counter, count, lastEventId, version: counter.version + 1, updatedAt: at },
    event: {
      id: countEventId(counter.id, lastEventId),
      counterId: counter.id,
      eventType: direction === "up" ? "increment" : "decrement",
      count,
      previousCount: counter.count,
      delta,
      lastEventId,
      metadata,
      createdAt: at,
    },
  };
}

const forbiddenMode = { up: "decrement-only", down: "increment-only" } as const;
