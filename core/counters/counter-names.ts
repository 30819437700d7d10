import type { RandomBase62 } from "../base62.ts";

// Apart from the schemas that say the same: what only needs these loads without them.

export const counterModes = ["both", "increment-only", "decrement-only"] as const;

export const countEventTypes = ["increment", "decrement"] as const;

export function newCounterId(randomBase62: RandomBase62): string {
  return `ctr_${randomBase62(20)}`;
}

/** False for text that cannot be a counter's id and need not be looked up. */
export function isCounterId(text: string): boolean {
  return /^ctr_[0-9A-Za-z]{20}$/.test(text);
}

/** The id of a count event, derived from values that never change. */
export function countEventId(counterId: string, lastEventId: number): string {
  return `${counterId}:${lastEventId}`;
}
