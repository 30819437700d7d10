// What the service and its devices must agree on. Browsers load this file: nothing is imported here.

/**
 * The most taps of one request, which is one transaction: at most 54 of its 100 items, and 2 % of its
 * 4 MB.
 */
export const maximumBatch = 25;

/**
 * How long a repeated idempotency key still returns the first result. Devices send a tap again by
 * themselves for a day less: their clocks can be wrong, and requests slow.
 */
export const idempotencyDays = 30;
