import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import type { HttpSurface } from "../platform/http-surface.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { alarmPeriod, ServiceAlarm, type ServiceAlarmProps } from "./service-alarm.ts";
import { throttledInvocations } from "./throttled-invocations.ts";
import { ThrottledRequests } from "./throttled-requests.ts";

type Meaning = Pick<ServiceAlarmProps, "impact" | "runbook">;

export interface SurfaceAlarmsProps {
  configuration: Configuration;
  surface: HttpSurface;
  /** The HTTP API returns 5xx. */
  errors: Meaning;
  /** Lambda has no capacity for one of these functions. */
  throttles: Meaning & { functions: ServiceFunction<never>[]; label: string };
  /** The HTTP API refuses requests by its own limit, which this metric counts. */
  limit: Meaning & { metricName: string };
}

/** The alarms of every HTTP surface: each after three minutes in a row with at least one failure. */
export function addSurfaceAlarms(
  scope: Construct,
  { configuration, surface, errors, throttles, limit }: SurfaceAlarmsProps,
): void {
  const inARow = { configuration, above: 0, periods: 3 } as const;
  new ServiceAlarm(scope, "Errors", {
    ...inARow,
    metric: surface.httpApi.metricServerError({ period: alarmPeriod, statistic: Stats.SUM }),
    ...errors,
  });
  const { functions, label, ...throttled } = throttles;
  new ServiceAlarm(scope, "Throttles", {
    ...inARow,
    metric: throttledInvocations(label, functions),
    ...throttled,
  });
  const { metricName, ...limited } = limit;
  const refused = new ThrottledRequests(scope, "Refused", { configuration, surface, metricName });
  new ServiceAlarm(scope, "Limit", { ...inARow, metric: refused.metric, ...limited });
}
