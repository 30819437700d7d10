/**
 * What one attempt can take, in seconds: 10 for the receiver, the rest for calls to AWS that are
 * repeated.
 */
const attemptTimeoutSeconds = 30;

/**
 * For how long a function receives further messages while a receiver hangs, in seconds: longer than
 * the 10 of one that hangs, and the second in which its endpoint is still in the fast lane.
 */
const receivingSeconds = 15;

export const deliverTimeoutSeconds = receivingSeconds + attemptTimeoutSeconds;

/**
 * When a message that was not handled is received again: AWS asks for at least six times the
 * function's timeout, because Lambda keeps a message of a throttled function for that long.
 */
export const visibilitySeconds = 6 * deliverTimeoutSeconds;

/** How long functions may be throttled, or calls to AWS fail, before any message becomes a dead letter. */
export const outlastedSeconds = 90 * 60;

/**
 * How often a message is received before it becomes a dead letter. The last time must come after
 * what the queue has to outlast, and the first comes at its beginning.
 */
export const maxReceives = Math.max(20, Math.ceil(outlastedSeconds / visibilitySeconds) + 2);
