import { type Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type JsonPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { type Configuration, deploymentName } from "../configuration.ts";
import type { HttpSurface } from "../platform/http-surface.ts";
import { alarmPeriod } from "./service-alarm.ts";

export interface LoggedRequestsProps {
  configuration: Configuration;
  surface: HttpSurface;
  metricName: string;
  /** Of the lines of the access log that count. */
  pattern: JsonPattern;
}

/** How many requests of an HTTP API are of one kind, counted in its access log. */
export function loggedRequests(
  scope: Construct,
  id: string,
  { configuration, surface, metricName, pattern }: LoggedRequestsProps,
): Metric {
  return new MetricFilter(scope, id, {
    logGroup: surface.accessLogs,
    filterPattern: pattern,
    metricNamespace: deploymentName(configuration),
    metricName,
  }).metric({ period: alarmPeriod, statistic: Stats.SUM });
}

const { all, any, stringValue } = FilterPattern;

/** Refused by the HTTP API itself: its 4xx metric also counts every 404, and functions have limits of their own. */
export const refusedByApi = all(
  stringValue("$.status", "=", "429"),
  stringValue("$.integrationStatus", "=", "-"),
);

/** Requests with taps, or with undos: a phone keeps both until they are answered. */
export const withTaps = any(
  stringValue("$.route", "=", "*/taps"),
  stringValue("$.route", "=", "*/undos"),
);

/** Those that failed, or that the HTTP API refused. */
export const failedTapRequests = all(
  withTaps,
  any(stringValue("$.status", "=", "5*"), refusedByApi),
);
