import { Construct } from "constructs";
import { failedTapRequests, loggedRequests, withTaps } from "../alarms/logged-requests.ts";
import { ObjectiveAlarms } from "../alarms/objective-alarms.ts";
import { objectives } from "../alarms/objectives.ts";
import { ServiceAlarm } from "../alarms/service-alarm.ts";
import { addSurfaceAlarms } from "../alarms/surface-alarms.ts";
import { throttledInvocations } from "../alarms/throttled-invocations.ts";
import type { Configuration } from "../configuration.ts";
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
    addSurfaceAlarms(this, {
      configuration,
      surface,
      objective: objectives.console,
      errors: {
        impact: "People cannot sign in, or pages of the console show errors or old numbers.",
        runbook: "Console returns errors",
      },
      throttles: {
        functions: counting,
        label: "Throttled invocations of what people count with",
        impact:
          "Taps wait on phones and counts fall behind, because Lambda has no capacity for them.",
        runbook: "Console is throttled",
      },
      limit: {
        metricName: "ThrottledConsoleRequests",
        impact:
          "Taps wait on phones and counts fall behind, because the console's own limit is reached.",
        runbook: "Console reaches its request limit",
      },
    });
    const log = { configuration, surface };
    new ObjectiveAlarms(this, "Counting", {
      configuration,
      objective: objectives.counting,
      measured: {
        failed: loggedRequests(this, "UnansweredTaps", {
          ...log,
          metricName: "UnansweredTapRequests",
          pattern: failedTapRequests,
        }),
        all: loggedRequests(this, "Taps", {
          ...log,
          metricName: "TapRequests",
          pattern: withTaps,
        }),
      },
      impact: "Taps wait on the phones that made them, and counts fall behind.",
      runbook: "Counting returns errors",
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
  }
}
