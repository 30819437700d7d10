import { type IMetric, MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import { ObjectiveAlarms } from "../alarms/objective-alarms.ts";
import { objectives } from "../alarms/objectives.ts";
import { alarmPeriod, filledSum, ServiceAlarm, serviceMetric } from "../alarms/service-alarm.ts";
import type { Configuration } from "../configuration.ts";

const everyMinute = { period: alarmPeriod, statistic: Stats.SUM };

/** What is watched of the retries that EventBridge Scheduler holds, and of all deliveries' age. */
export function retryAlarms(
  scope: Construct,
  { configuration, schedules }: { configuration: Configuration; schedules: ScheduleGroup },
): void {
  new ServiceAlarm(scope, "ScheduleErrorsAlarm", {
    configuration,
    metric: serviceMetric(configuration, "ScheduleErrors"),
    above: 0,
    periods: 3,
    impact: "Nobody yet: long retry waits use hops through the queue instead, which cost more.",
    runbook: "Scheduler refuses schedules",
  });
  new ServiceAlarm(scope, "LateSchedulesAlarm", {
    configuration,
    name: "late",
    metric: sumOf("Failed invocations", {
      errors: schedules.metricTargetErrors(everyMinute),
      refusals: schedules.metricTargetThrottled(everyMinute),
      throttles: schedules.metricThrottled(everyMinute),
    }),
    above: 0,
    periods: 3,
    impact: "Receivers get retries late, because Scheduler cannot put them into their queue.",
    runbook: "Scheduler loses retries",
  });
  new ServiceAlarm(scope, "LostSchedulesAlarm", {
    configuration,
    name: "lost",
    // Not those that Scheduler only gave up, InvocationDroppedCount: it has stored these as dead letters.
    metric: schedules.metricFailedToBeSentToDLQ(undefined, everyMinute),
    above: 0,
    periods: 1,
    impact: "Receivers miss webhooks: Scheduler gave up retries and could not store them.",
    runbook: "Scheduler loses retries",
  });
  const age = serviceMetric(configuration, "DeliveryAge");
  new ObjectiveAlarms(scope, "DeliveryAge", {
    configuration,
    objective: objectives.deliveries,
    // Milliseconds. Above a cold start of both functions, far below the first retry.
    measured: {
      failed: age.with({ statistic: "TC(5000:)" }),
      all: age.with({ statistic: Stats.SAMPLE_COUNT }),
    },
    impact: "Receivers get webhooks seconds or minutes late instead of within a second.",
    runbook: "Webhooks are late",
  });
}

/** Metrics that have no data unless something happens. */
function sumOf(label: string, usingMetrics: Record<string, IMetric>): MathExpression {
  const expression = filledSum(Object.keys(usingMetrics));
  return new MathExpression({ label, expression, usingMetrics, period: alarmPeriod });
}
