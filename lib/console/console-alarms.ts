import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import { alarmPeriod, ServiceAlarm } from "../operations/service-alarm.ts";
import { throttledInvocations } from "../operations/throttled-invocations.ts";
import { ThrottledRequests } from "../operations/throttled-requests.ts";
import type { HttpSurface } from "../platform/http-surface.ts";
import type { ServiceFunction } from "../platform/service-function.ts";

export interface ConsoleAlarmsProps {
  configuration: Configuration;
  surface: HttpSurface;
  /** Those that people count with: pages, signing in, taps. */
  counting: ServiceFunction<never>[];
  /** Those behind the pages of the console's app. */
  managing: ServiceFunction<never>[];
}

/** What is watched of the console. Phones keep the taps that they cannot send. */
export class ConsoleAlarms extends Construct {
  constructor(scope: Construct, id: string, props: ConsoleAlarmsProps) {
    super(scope, id);
    const { configuration, surface, counting, managing } = props;
    new ServiceAlarm(this, "Errors", {
      configuration,
      metric: surface.httpApi.metricServerError({ period: alarmPeriod, statistic: Stats.SUM }),
      above: 0,
      periods: 3,
      impact: "People cannot sign in, or their taps wait on their phones and counts fall behind.",
      runbook: "Console returns errors",
    });
    new ServiceAlarm(this, "Throttles", {
      configuration,
      metric: throttledInvocations("Throttled invocations of what people count with", counting),
      above: 0,
      periods: 3,
      impact:
        "Taps wait on phones and counts fall behind, because Lambda has no capacity for them.",
      runbook: "Console is throttled",
    });
    new ServiceAlarm(this, "ManagingThrottles", {
      configuration,
      metric: throttledInvocations("Throttled invocations behind the console's pages", managing),
      above: 0,
      periods: 3,
      impact:
        "Pages of the console show errors or old numbers, because Lambda has no capacity for them.",
      runbook: "Console pages are throttled",
    });
    const metricName = "ThrottledConsoleRequests";
    const refused = new ThrottledRequests(this, "Refused", { configuration, surface, metricName });
    new ServiceAlarm(this, "Limit", {
      configuration,
      metric: refused.metric,
      above: 0,
      periods: 3,
      impact:
        "Taps wait on phones and counts fall behind, because the console's own limit is reached.",
      runbook: "Console reaches its request limit",
    });
  }
}
