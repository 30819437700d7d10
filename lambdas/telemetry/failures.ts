import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context } from "aws-lambda";

const metrics = new Metrics();

/**
 * Counts what this version of the function failed to do: Lambda counts no error for a response with
 * status 500, nor for a message or record that is to come again. A deployment of the version is
 * rolled back for it, see lib/platform/deployments.ts.
 */
export function countFailure(context: Pick<Context, "functionName" | "functionVersion">): void {
  const { functionName, functionVersion } = context;
  metrics.addDimensions({ function: functionName, version: functionVersion });
  metrics.addMetric("Failures", MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}
