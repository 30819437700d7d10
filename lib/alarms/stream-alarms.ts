import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { EventSourceMapping, IFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import {
  type AlarmCondition,
  alarmPeriod,
  filledSum,
  ServiceAlarm,
  serviceMetric,
} from "./service-alarm.ts";

export interface StoringMetrics {
  mappings: EventSourceMapping[];
  /** The service's metric of what the function itself stored. */
  stored: string;
}

/** Records are in the failed-record store: Lambda gave them up, or the function stored them. */
export function recordsFailed(
  configuration: Configuration,
  { mappings, stored }: StoringMetrics,
): AlarmCondition {
  const givenUp = mappings.map(
    ({ eventSourceMappingId }) =>
      new Metric({
        namespace: "AWS/Lambda",
        metricName: "OnFailureDestinationDeliveredEventCount",
        dimensionsMap: { EventSourceMappingUUID: eventSourceMappingId },
        period: alarmPeriod,
        statistic: Stats.SUM,
      }),
  );
  const usingMetrics = {
    ...named("givenUp", givenUp),
    stored: serviceMetric(configuration, stored),
  };
  const metric = new MathExpression({
    label: "Failed records",
    expression: filledSum(Object.keys(usingMetrics)),
    usingMetrics,
    period: alarmPeriod,
  });
  return { metric, above: 0, periods: 1 };
}

/** Records of a stream wait for more than a minute. */
export function recordsLate({ lambda }: { lambda: IFunction }): AlarmCondition {
  return {
    metric: lambda.metric("IteratorAge", { period: alarmPeriod, statistic: Stats.MAXIMUM }),
    above: 60_000,
    periods: 3,
  };
}

interface StreamAlarmsProps {
  configuration: Configuration;
  /** The functions that read streams. */
  readers: { lambda: IFunction }[];
}

/** What hurts every reader of a stream alike: Lambda has no capacity, or the failed-record store refuses. */
export function streamAlarms(
  scope: Construct,
  { configuration, readers }: StreamAlarmsProps,
): void {
  const sum = { period: alarmPeriod, statistic: Stats.SUM };
  const lost = readers.map(({ lambda }) => lambda.metric("DestinationDeliveryFailures", sum));
  new ServiceAlarm(scope, "LostRecordsAlarm", {
    configuration,
    name: "and lost",
    metric: new MathExpression({
      label: "Lost records",
      expression: filledSum(Object.keys(named("lost", lost))),
      usingMetrics: named("lost", lost),
      period: alarmPeriod,
    }),
    above: 0,
    periods: 1,
    impact:
      "Receivers miss webhooks, or alerts do not fire: stream records failed and were not stored.",
    runbook: "Stream records failed",
  });
  // Lambda reports no age of records that it does not send to the function ("Types of metrics for Lambda
  // functions"): they may wait for hours, and look as if there were none.
  const metrics = readers.map(({ lambda }) => ({
    invocations: lambda.metricInvocations(sum),
    throttles: lambda.metricThrottles(sum),
  }));
  new ServiceAlarm(scope, "StreamThrottlesAlarm", {
    configuration,
    metric: new MathExpression({
      label: "Throttled, and never invoked",
      expression: metrics
        .map((_, i) => `IF(FILL(invocations${i}, 0) >= 1, 0, FILL(throttles${i}, 0))`)
        .join(" + "),
      usingMetrics: {
        ...named(
          "invocations",
          metrics.map(({ invocations }) => invocations),
        ),
        ...named(
          "throttles",
          metrics.map(({ throttles }) => throttles),
        ),
      },
      period: alarmPeriod,
    }),
    above: 0,
    periods: 3,
    impact:
      "No webhooks are sent or no alerts fire, because Lambda has no capacity for reading streams.",
    runbook: "Streams are throttled",
  });
}

function named(name: string, metrics: Metric[]): Record<string, Metric> {
  return Object.fromEntries(metrics.map((metric, index) => [`${name}${index}`, metric]));
}
