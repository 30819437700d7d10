import { Metrics } from "../telemetry/metrics.ts";

const metrics = new Metrics();

export interface ServedRequest {
  route: string;
  status: number;
  durationMs: number;
}

const refusals: Record<number, string> = {
  401: "UnknownKeyRefusals",
  403: "PlanRefusals",
  429: "RateLimitRefusals",
};

/** One line of metrics for a request; its only dimensions are the service and the route. */
export function countRequest({ route, status, durationMs }: ServedRequest): void {
  const refusal = refusals[status];
  metrics.add("Requests", "Count", 1);
  metrics.add("Latency", "Milliseconds", durationMs);
  metrics.add("Refusals", "Count", refusal === undefined ? 0 : 1);
  if (refusal !== undefined) metrics.add(refusal, "Count", 1);
  metrics.write({ route });
}
