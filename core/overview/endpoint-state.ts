import type { StoredEndpoint } from "../webhooks/endpoint.ts";

/** How an endpoint is doing, in one word. */
export type EndpointState = "paused" | "failing" | "unused" | "slow" | "healthy";

/** An endpoint as the overview shows it. */
export interface EndpointSummary {
  id: string;
  /** Null where it is known by its URL. */
  name: string | null;
  url: string;
  state: EndpointState;
  /** When it was paused, or has failed first since its last success; null for the other states. */
  since: string | null;
  /** Deliveries that wait for a retry. */
  waiting: number;
  /** False where `waiting` is a lower bound. */
  waitingIsExact: boolean;
}

export function endpointSummary(
  stored: StoredEndpoint,
  waiting: { count: number; exact: boolean },
): EndpointSummary {
  const { id, name = null, url } = stored;
  const counted = { waiting: waiting.count, waitingIsExact: waiting.exact };
  return { id, name, url, ...stateOf(stored), ...counted };
}

function stateOf(endpoint: StoredEndpoint): Pick<EndpointSummary, "state" | "since"> {
  const { pausedAt, failingSinceMs, lastSuccessAtMs, lane } = endpoint;
  if (pausedAt !== undefined) return { state: "paused", since: pausedAt };
  if (failingSinceMs !== undefined) {
    return { state: "failing", since: new Date(failingSinceMs).toISOString() };
  }
  if (lastSuccessAtMs === undefined) return { state: "unused", since: null };
  return { state: lane === "slow" ? "slow" : "healthy", since: null };
}
