/** What became of one attempt: one POST to a receiver. */
export type Outcome =
  | { kind: "answered"; status: number }
  /** No answer: refused, timed out, or not sent because the address is not allowed. */
  | { kind: "no_answer"; reason: string };

export type NextStep =
  | { step: "finish"; state: "delivered" | "stopped" | "failed" }
  | { step: "retry"; attempt: number; afterSeconds: number };

/** Seconds after each failed attempt, contract §8. */
export const contractRetryDelays = [30, 120, 600, 3_600, 21_600];

/** What follows attempt number `attempt` (1 is the first), contract §3. */
export function nextStep(
  attempt: number,
  outcome: Outcome,
  retryDelays: number[] = contractRetryDelays,
): NextStep {
  if (outcome.kind === "answered") {
    if (outcome.status >= 200 && outcome.status < 300)
      return { step: "finish", state: "delivered" };
    if (outcome.status === 410) return { step: "finish", state: "stopped" };
  }
  const afterSeconds = retryDelays[attempt - 1];
  if (afterSeconds === undefined) return { step: "finish", state: "failed" };
  return { step: "retry", attempt: attempt + 1, afterSeconds };
}
