import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { DeliverResult } from "../../core/webhooks/deliver.ts";
import type { AttemptMessage } from "../../core/webhooks/delivery.ts";

// Service name, namespace and level come from the POWERTOOLS_* variables of the environment.
export const logger = new Logger();

const metrics = new Metrics();

/** What became of a message, as a line in the log and as metrics; neither names an address. */
export function countAttempt(message: AttemptMessage, delivered: DeliverResult): void {
  const { deliveryId, organizationId, eventType, attempt } = message;
  const became = becameOf(delivered);
  logger.info("message handled", { deliveryId, organizationId, eventType, attempt, became });
  const metric = metricOf[became];
  if (metric === undefined) return;
  if (delivered.result === "attempted") metrics.addMetric("Attempts", MetricUnit.Count, 1);
  metrics.addMetric(metric, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}

/** EventBridge Scheduler took no schedule. */
export function countRefusal(error: unknown): void {
  logger.warn("Scheduler took no schedule; the retry waits in the queue", { error });
  countTrouble("SchedulerRefusals");
}

/** What an alarm watches: Lambda counts no error when a batch fails in part. */
export function countTrouble(
  metric: "AttemptErrors" | "DispatchErrors" | "SchedulerRefusals",
): void {
  metrics.addMetric(metric, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}

function becameOf(delivered: DeliverResult): string {
  if (delivered.result !== "attempted") return delivered.result;
  return delivered.next.step === "finish" ? delivered.next.state : "retry_scheduled";
}

const metricOf: Record<string, string> = {
  delivered: "DeliveriesDelivered",
  stopped: "DeliveriesStopped",
  failed: "DeliveriesFailed",
  cancelled: "DeliveriesCancelled",
  retry_scheduled: "AttemptsFailed",
};
