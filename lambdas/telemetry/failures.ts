import type { Context } from "aws-lambda";
import { Metrics } from "./metrics.ts";

const metrics = new Metrics();

/**
 * Counts what this version of the function failed to do: Lambda counts no error for a response with
 * status 500, nor for a message or record that is to come again. A deployment of the version is
 * rolled back for it, see lib/platform/deployments.ts.
 */
export function countFailure(context: Pick<Context, "functionName" | "functionVersion">): void {
  const { functionName, functionVersion } = context;
  metrics.add("Failures", "Count", 1);
  metrics.write({ function: functionName, version: functionVersion });
}
