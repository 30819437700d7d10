import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import type { HttpSurface } from "../platform/http-surface.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { loggedRequests, refusedByApi } from "./logged-requests.ts";
import { ObjectiveAlarms } from "./objective-alarms.ts";
import type { Objective } from "./objectives.ts";
import { alarmPeriod, ServiceAlarm, type ServiceAlarmProps } from "./service-alarm.ts";
import { throttledInvocations } from "./throttled-invocations.ts";

type Meaning = Pick<ServiceAlarmProps, "impact" | "runbook">;

export interface SurfaceAlarmsProps {
  configuration: Configuration;
  surface: HttpSurface;
  objective: Objective;
  /** The HTTP API returns more 5xx than the objective allows. */
  errors: Meaning;
  /** Lambda has no capacity for one of these functions. */
  throttles: Meaning & { functions: ServiceFunction<never>[]; label: string };
  /** The HTTP API refuses requests by its own limit, which this metric counts. */
  limit: Meaning & { metricName: string };
}

/** The alarms of every HTTP surface: its objective, and causes that last for three of five minutes. */
export function addSurfaceAlarms(scope: Construct, props: SurfaceAlarmsProps): void {
  const { configuration, surface, objective, errors, throttles, limit } = props;
  const { httpApi } = surface;
  const each = { period: alarmPeriod, statistic: Stats.SUM };
  new ObjectiveAlarms(scope, "Objective", {
    configuration,
    objective,
    measured: { failed: httpApi.metricServerError(each), all: httpApi.metricCount(each) },
    ...errors,
  });
  const lasting = { configuration, above: 0, periods: 3 } as const;
  const { functions, label, ...throttled } = throttles;
  new ServiceAlarm(scope, "Throttles", {
    ...lasting,
    metric: throttledInvocations(label, functions),
    ...throttled,
  });
  const { metricName, ...limited } = limit;
  const log = { configuration, surface, metricName, pattern: refusedByApi };
  const refused = loggedRequests(scope, "Refused", log);
  surface.refused.push(refused);
  new ServiceAlarm(scope, "Limit", { ...lasting, metric: refused, ...limited });
}
