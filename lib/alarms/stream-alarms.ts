import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { EventSourceMapping, IFunction } from "aws-cdk-lib/aws-lambda";
import type { Configuration } from "../configuration.ts";
import { type AlarmCondition, alarmPeriod, filledSum, serviceMetric } from "./service-alarm.ts";

export interface StoringMetrics {
  mapping: EventSourceMapping;
  /** The service's metric of what the function itself stored. */
  stored?: string;
}

/** Records are in the failed-record store: Lambda gave them up, or the function stored them. */
export function recordsFailed(
  configuration: Configuration,
  { mapping, stored }: StoringMetrics,
): AlarmCondition {
  const givenUp = new Metric({
    namespace: "AWS/Lambda",
    metricName: "OnFailureDestinationDeliveredEventCount",
    dimensionsMap: { EventSourceMappingUUID: mapping.eventSourceMappingId },
    period: alarmPeriod,
    statistic: Stats.SUM,
  });
  const both = (metricName: string) =>
    new MathExpression({
      label: "Failed records",
      expression: filledSum(["givenUp", "stored"]),
      usingMetrics: { givenUp, stored: serviceMetric(configuration, metricName) },
      period: alarmPeriod,
    });
  return { metric: stored === undefined ? givenUp : both(stored), above: 0, periods: 1 };
}

/** Not even the failed-record store could be written. */
export function recordsLost({ lambda }: { lambda: IFunction }): AlarmCondition {
  return {
    metric: lambda.metric("DestinationDeliveryFailures", {
      period: alarmPeriod,
      statistic: Stats.SUM,
    }),
    above: 0,
    periods: 1,
  };
}

/** Records of a stream wait for more than a minute. */
export function recordsLate({ lambda }: { lambda: IFunction }): AlarmCondition {
  return {
    metric: lambda.metric("IteratorAge", { period: alarmPeriod, statistic: Stats.MAXIMUM }),
    above: 60_000,
    periods: 3,
  };
}

/**
 * Lambda has no capacity for any record of a stream. It reports no age of records that it does not send to the
 * function ("Types of metrics for Lambda functions"): they may wait for hours, and look as if there were none.
 */
export function recordsThrottled({ lambda }: { lambda: IFunction }): AlarmCondition {
  const sum = { period: alarmPeriod, statistic: Stats.SUM };
  return {
    metric: new MathExpression({
      label: "Throttled, and never invoked",
      expression: "IF(FILL(invocations, 0) >= 1, 0, throttles)",
      usingMetrics: {
        invocations: lambda.metricInvocations(sum),
        throttles: lambda.metricThrottles(sum),
      },
      period: alarmPeriod,
    }),
    above: 0,
    periods: 3,
  };
}
