import { Counter } from "../../../core/counters/counter.ts";
import { canaryCounter } from "../../../core/operations/canary/canary-identity.ts";
import type { CanaryReading } from "../../../core/operations/canary/canary-run.ts";

/** A request that takes longer has failed: the read API's own functions end after 10 s. */
const timeoutMs = 8_000;

/** Asks the read API for the canary's counter over HTTP, as every client does. */
export async function readCanaryCounter(apiUrl: string, key: string): Promise<CanaryReading> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`${apiUrl}/api/v1/counters/${canaryCounter.counterId}`, {
      headers: { authorization: `Bearer ${key}` },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    body = await response.json();
  } catch (error) {
    return { result: "failed", reason: `the read API did not respond: ${causes(error)}` };
  }
  const counter = Counter.pick({ lastEventId: true }).safeParse(body);
  if (response.status === 200 && counter.success) {
    return { result: "shown", lastEventId: counter.data.lastEventId };
  }
  return { result: "failed", reason: `the read API responded with ${response.status}` };
}

/** What fetch says is often less than its cause. */
function causes(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${causes(error.cause)}`;
}
