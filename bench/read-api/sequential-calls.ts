import type { ProxiedCall } from "../service/dynamodb-proxy.ts";

/** The longest chain of calls in which each began after the one before it had ended. */
export function sequentialCalls(calls: ProxiedCall[]): number {
  let chain = 0;
  let endedMs = Number.NEGATIVE_INFINITY;
  for (const call of calls.toSorted((a, b) => a.endedMs - b.endedMs)) {
    if (call.startedMs < endedMs) continue;
    chain += 1;
    endedMs = call.endedMs;
  }
  return chain;
}
