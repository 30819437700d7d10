/**
 * After how many seconds a message that was not handled is received again. What a function held when it
 * died is delayed by this; with the way through the pipeline and a cold start, by 30 s at most.
 */
export const visibilitySeconds = 28;

/**
 * The longest that Lambda accepts. An attempt needs 16 s of it. In the rest the function may receive
 * further messages: for as long as a receiver hangs, and not much longer.
 */
export const deliverTimeoutSeconds = visibilitySeconds;

/** How long functions may be throttled, or calls to AWS fail, before any message becomes a dead letter. */
export const outlastedSeconds = 90 * 60;

/**
 * How often a message is received before it becomes a dead letter. The last time must come after
 * what the queue has to outlast, and the first comes at its beginning.
 */
export const maxReceives = Math.ceil(outlastedSeconds / visibilitySeconds) + 2;
