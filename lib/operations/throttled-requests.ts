import { type Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import type { HttpSurface } from "../platform/http-surface.ts";
import { alarmPeriod } from "./service-alarm.ts";

export interface ThrottledRequestsProps {
  configuration: Configuration;
  surface: HttpSurface;
  metricName: string;
}

/**
 * How often an HTTP API itself refused a request with 429, counted in its access log: its 4xx metric
 * also counts every 404, and functions have limits of their own.
 */
export class ThrottledRequests extends Construct {
  readonly metric: Metric;

  constructor(scope: Construct, id: string, props: ThrottledRequestsProps) {
    super(scope, id);
    const { configuration, surface, metricName } = props;
    this.metric = new MetricFilter(this, "Filter", {
      logGroup: surface.accessLogs,
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue("$.status", "=", "429"),
        FilterPattern.stringValue("$.integrationStatus", "=", "-"),
      ),
      metricNamespace: `${configuration.serviceName}-${configuration.stage}`,
      metricName,
    }).metric({ period: alarmPeriod, statistic: Stats.SUM });
    surface.refused.push(this.metric);
  }
}
