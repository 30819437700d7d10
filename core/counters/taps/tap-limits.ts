// What the service and its devices must agree on. Browsers load this file: nothing is imported here.

/**
 * The most taps, or undos, of one request, which is one transaction: at most 54 of its 100 items, and 2 % of its
 * 4 MB.
 */
export const maximumBatch = 25;

/** How long a repeated idempotency key still returns the first result. */
export const idempotencyDays = 30;

/**
 * How long devices send a tap or its undo again by themselves: a day less, because their clocks can be
 * wrong, and requests slow.
 */
export const knownForMs = (idempotencyDays - 1) * 86_400_000;
