/** A batch of stream records after an invocation: what a mapping does next. */
export type StreamStep =
  | { step: "finish" }
  | { step: "give-up"; condition: "RetryAttemptsExhausted" }
  | { step: "continue-at"; index: number }
  | { step: "split"; index: number }
  | { step: "retry"; afterMs: number };

export interface AttemptedBatch {
  size: number;
  /** Failed attempts, this one included; halving a batch does not count as one. */
  failures: number;
  /** Index of the first record that failed; 0 when the function failed as a whole. */
  firstFailure: number | undefined;
}

export interface StreamPolicy {
  bisects: boolean;
  /** −1 for no limit. */
  maximumRetryAttempts: number;
}

/** The next step. A batch is halved before anything is given up, so a bad record ends up alone. */
export function nextStreamStep(batch: AttemptedBatch, policy: StreamPolicy): StreamStep {
  const { size, failures, firstFailure } = batch;
  if (firstFailure === undefined) return { step: "finish" };
  if (firstFailure > 0) return { step: "continue-at", index: firstFailure };
  if (policy.bisects && size > 1) return { step: "split", index: Math.ceil(size / 2) };
  if (policy.maximumRetryAttempts >= 0 && failures > policy.maximumRetryAttempts) {
    return { step: "give-up", condition: "RetryAttemptsExhausted" };
  }
  return { step: "retry", afterMs: pauseMs(failures) };
}

/** Pause before the next attempt: 100 ms at first, doubled each time, at most 5 s. */
export const pauseMs = (failures: number): number => Math.min(50 * 2 ** failures, 5000);
