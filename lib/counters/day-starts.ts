import { Duration } from "aws-cdk-lib";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { startDays, startDaysRunSeconds } from "../../lambdas/functions/events.ts";
import { ServiceAlarm, serviceMetric } from "../alarms/service-alarm.ts";
import type { Configuration } from "../configuration.ts";
import { grantIndex, grantReading, grantUpdating } from "../platform/attribute-conditions.ts";
import { runEveryMinute } from "../platform/minute-schedule.ts";
import { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";
import { countAttributes } from "./count-attributes.ts";

/** Resets counters at the start of their organization's day: one schedule and one function for all. */
export class DayStarts extends Construct {
  constructor(scope: Construct, id: string, configuration: Configuration) {
    super(scope, id);
    const starter = new ServiceFunction(this, "StartDays", {
      definition: startDays,
      configuration,
      environment: {},
      // The last resets may meet taps, or calls that are sent again.
      timeout: Duration.seconds(startDaysRunSeconds + 15),
      retriesPerMinute: 1,
    });
    grantStarting(starter);
    runEveryMinute(this, starter, "Starts the days of organizations");
    new ServiceAlarm(this, "DelayAlarm", {
      configuration,
      // Each run reports it; no run for five minutes is as bad.
      metric: serviceMetric(configuration, "DayStartDelay").with({ statistic: Stats.MAXIMUM }),
      // In milliseconds: 10,000 counters take two minutes, three when Scheduler is late.
      above: 10 * 60_000,
      orSilent: true,
      periods: 5,
      impact: "People see yesterday's number on counters with a daily reset.",
      runbook: "Days do not start",
    });
  }
}

/** It sets numbers and writes events; no setting of a counter or an organization. */
function grantStarting(starter: ServiceFunction<never>): void {
  const { organizations, counters, countEvents, countMarks } = tablesOf(starter);
  grantIndex(starter, "organizations");
  const read = ["timeZone", "dayStarts", "nextDayStart", "revision"];
  grantReading(starter, organizations.tableArn, { attributes: ["organizationId", ...read] });
  grantUpdating(starter, organizations.tableArn, {
    attributes: ["organizationId", "nextDayStart", "daysStartingUntil", "revision"],
  });
  starter.grant(counters.tableArn, "dynamodb:GetItem", "dynamodb:Query");
  grantUpdating(starter, counters.tableArn, {
    attributes: [...countAttributes, "adjusted", "lastDailyReset"],
    // A counter that was tapped meanwhile is read again.
    returned: ["ALL_OLD"],
  });
  starter.grant(countEvents.tableArn, "dynamodb:PutItem");
  starter.grant(countMarks.tableArn, "dynamodb:Query", "dynamodb:PutItem");
}
