import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";

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
  metrics.addMetric("Requests", MetricUnit.Count, 1);
  metrics.addMetric("Latency", MetricUnit.Milliseconds, durationMs);
  metrics.addMetric("Refusals", MetricUnit.Count, refusal === undefined ? 0 : 1);
  if (refusal !== undefined) metrics.addMetric(refusal, MetricUnit.Count, 1);
  metrics.addDimension("route", route);
  metrics.publishStoredMetrics();
}
