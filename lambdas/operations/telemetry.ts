import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { CanaryResult } from "../../core/operations/canary/canary-run.ts";
import { logger } from "../telemetry/logger.ts";

const metrics = new Metrics();

/**
 * The result of a run, as a line in the log and as metrics. A run that is skipped reports none: what
 * does not run must not look as if it did.
 */
export function countRun(run: CanaryResult): void {
  switch (run.result) {
    case "skipped":
      logger.warn("the canary's run comes too late and is skipped");
      return;
    case "failed":
      logger.error(`the canary failed at the step "${run.step}": ${run.reason}`, {
        step: run.step,
      });
      metrics.addMetric("CanaryFailures", MetricUnit.Count, 1);
      break;
    case "passed":
      logger.info("the canary passed", { lastEventId: run.lastEventId, ageMs: run.ageMs });
      metrics.addMetric("CanaryFailures", MetricUnit.Count, 0);
  }
  metrics.publishStoredMetrics();
}
