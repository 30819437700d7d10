import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { AttemptMessage } from "../../core/webhooks/attempt-message.ts";
import type { DeliverResult } from "../../core/webhooks/deliver.ts";
import { deliveryKeyOf, eventMsOf } from "../../core/webhooks/delivery-id.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import { logger } from "../telemetry/logger.ts";

const metrics = new Metrics();

/**
 * Counts the result of a message; `publishMetrics` writes it. A delivery that succeeds at its first
 * attempt has no log line, because its record says as much; nor has one that is paused before it. No
 * line or metric contains a URL.
 */
export function countAttempt(message: AttemptMessage, handled: DeliverResult, lane: Lane): void {
  const { deliveryId, organizationId, eventType, attempt } = message;
  const result = resultOf(handled);
  const isRecordEnough = result === "delivered" || result === "paused";
  if (!isRecordEnough || attempt > 1) {
    logger.info("message handled", { deliveryId, organizationId, eventType, attempt, result });
  }
  const metric = metricOf[result];
  if (metric === undefined) return;
  const ageMs = ageOf(message, handled);
  if (ageMs !== undefined) metrics.addMetric(ageMetric[lane], MetricUnit.Milliseconds, ageMs);
  metrics.addMetric(metric, MetricUnit.Count, 1);
}

/** Writes what was counted since the last time, as one line. */
export function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}

/** EventBridge Scheduler did not accept a schedule. */
export function countScheduleError(error: unknown): void {
  logger.warn("Scheduler did not accept a schedule; the retry waits in the queue", { error });
  countError("ScheduleErrors");
}

/** Alarms watch these: Lambda counts no error when only a part of a batch fails. */
export function countError(metric: "AttemptErrors" | "ScheduleErrors"): void {
  metrics.addMetric(metric, MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}

/** Two metrics: deliveries to slow endpoints wait for one another, and would hide the age of the others. */
const ageMetric = { fast: "DeliveryAge", slow: "SlowDeliveryAge" };

/** Milliseconds from an event to the request of its first attempt; undefined for all else. */
function ageOf(message: AttemptMessage, handled: DeliverResult): number | undefined {
  const { deliveryId, attempt, fencingToken } = message;
  const isFirst = attempt === 1 && fencingToken === undefined;
  if (!isFirst || handled.result !== "attempted") return undefined;
  const key = deliveryKeyOf(deliveryId);
  if (key === undefined) return undefined;
  // The clocks of two functions differ by a few milliseconds.
  return Math.max(0, handled.startedMs - eventMsOf(key.deliveryKey));
}

function resultOf(handled: DeliverResult): string {
  if (handled.result !== "attempted") return handled.result;
  return handled.next.step === "finish" ? handled.next.state : "retry_scheduled";
}

const metricOf: Record<string, string> = {
  delivered: "DeliveriesDelivered",
  stopped: "DeliveriesStopped",
  failed: "DeliveriesFailed",
  cancelled: "DeliveriesCancelled",
  paused: "DeliveriesPaused",
  retry_scheduled: "AttemptsFailed",
};
