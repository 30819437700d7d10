import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";

// Service name, namespace and level come from the POWERTOOLS_* variables of the environment.
export const logger = new Logger();

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

/** One EMF line for a request; its only dimensions are the service and the route. */
export function countRequest({ route, status, durationMs }: ServedRequest): void {
  metrics.addDimension("route", route);
  metrics.addMetric("Requests", MetricUnit.Count, 1);
  metrics.addMetric("Latency", MetricUnit.Milliseconds, durationMs);
  metrics.addMetric("Refusals", MetricUnit.Count, status in refusals ? 1 : 0);
  const refusal = refusals[status];
  if (refusal !== undefined) metrics.addMetric(refusal, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}
