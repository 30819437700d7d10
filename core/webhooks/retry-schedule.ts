/** The outcome of one attempt: one POST to a receiver. */
export type Outcome =
  | { kind: "response"; status: number }
  /** Refused, timed out, or not sent because the address is not allowed. */
  | { kind: "no_response"; reason: string };

export type NextStep =
  | { step: "finish"; state: "delivered" | "stopped" | "failed" }
  | { step: "retry"; attempt: number; afterSeconds: number };

/** Seconds after each failed attempt, contract §8. */
export const contractRetryDelays = [30, 120, 600, 3_600, 21_600];

/** The step after attempt number `attempt` (1 is the first), contract §3. */
export function nextStep(
  attempt: number,
  outcome: Outcome,
  retryDelays: number[] = contractRetryDelays,
): NextStep {
  if (isSuccess(outcome)) return { step: "finish", state: "delivered" };
  if (outcome.kind === "response" && outcome.status === 410)
    return { step: "finish", state: "stopped" };
  const afterSeconds = retryDelays[attempt - 1];
  if (afterSeconds === undefined) return { step: "finish", state: "failed" };
  return { step: "retry", attempt: attempt + 1, afterSeconds };
}

export function isSuccess(outcome: Outcome): boolean {
  return outcome.kind === "response" && isSuccessStatus(outcome.status);
}

/** Any 2xx, contract §6. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}
