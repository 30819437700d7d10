import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { EventSourceMapping, IFunction } from "aws-cdk-lib/aws-lambda";
import type { ServiceAlarmProps } from "./service-alarm.ts";
import { alarmPeriod } from "./service-alarm.ts";

type AlarmCondition = Pick<ServiceAlarmProps, "metric" | "above" | "periods">;

/** Records that keep failing are in the failed-record store. */
export function recordsFailed({ eventSourceMappingId }: EventSourceMapping): AlarmCondition {
  return {
    metric: new Metric({
      namespace: "AWS/Lambda",
      metricName: "OnFailureDestinationDeliveredEventCount",
      dimensionsMap: { EventSourceMappingUUID: eventSourceMappingId },
      period: alarmPeriod,
      statistic: Stats.SUM,
    }),
    above: 0,
    periods: 1,
  };
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
