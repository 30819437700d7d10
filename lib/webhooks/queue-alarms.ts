import { Duration } from "aws-cdk-lib";
import { MathExpression, type Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { alarmPeriod, filledSum, ServiceAlarm } from "../alarms/service-alarm.ts";
import type { Configuration } from "../configuration.ts";
import type { AttemptQueue } from "./attempt-queue.ts";

export interface QueueAlarmsProps {
  configuration: Configuration;
  queues: Record<"firstAttempts" | "retries" | "slowAttempts", AttemptQueue>;
}

/** What is watched of the attempt queues: that somebody receives, and what was given up. */
export function queueAlarms(scope: Construct, { configuration, queues }: QueueAlarmsProps): void {
  const { firstAttempts, retries, slowAttempts } = queues;
  const late = {
    configuration,
    above: 0,
    periods: 3,
    impact: "Receivers get their webhooks minutes late instead of within a second.",
    runbook: "Webhooks are late",
  } as const;
  new ServiceAlarm(scope, "FirstAttemptsAgeAlarm", {
    ...late,
    name: "first attempts",
    metric: age(firstAttempts),
    above: Duration.minutes(1).toSeconds(),
  });
  new ServiceAlarm(scope, "LaterAttemptsAgeAlarm", {
    ...late,
    name: "later attempts",
    metric: new MathExpression({
      label: "Queues that nobody receives from",
      // Attempts at a receiver that hangs wait for one another; an hour means that they pile up.
      expression: [
        `IF(FILL(retries, 0) >= ${Duration.minutes(5).toSeconds() + 1}, 1, 0)`,
        `IF(FILL(slow, 0) >= ${Duration.hours(1).toSeconds() + 1}, 1, 0)`,
      ].join(" + "),
      usingMetrics: { retries: age(retries), slow: age(slowAttempts) },
      period: alarmPeriod,
    }),
  });
  const deadLetters = {
    configuration,
    above: 0,
    periods: 1,
    runbook: "Webhook attempts are dead letters",
  } as const;
  new ServiceAlarm(scope, "DeadLettersAlarm", {
    ...deadLetters,
    metric: new MathExpression({
      label: "Dead letters",
      expression: filledSum(Object.keys(queues)),
      usingMetrics: waitingDeadLetters(queues),
      period: alarmPeriod,
    }),
    impact: "Receivers miss webhooks: attempts were given up by the pipeline itself.",
  });
  // The other alarm stays on while old letters wait; this one fires again for each new one.
  new ServiceAlarm(scope, "NewDeadLettersAlarm", {
    ...deadLetters,
    name: "new ones",
    metric: new MathExpression({
      label: "Queues with new dead letters",
      // Minutes without data change nothing, and end nothing. A queue that empties hides no other one.
      expression: Object.keys(queues)
        .map((queue) => `IF(FILL(DIFF(FILL(${queue}, REPEAT)), 0) >= 1, 1, 0)`)
        .join(" + "),
      usingMetrics: waitingDeadLetters(queues),
      period: alarmPeriod,
    }),
    impact: "Receivers miss more webhooks: attempts have just been given up.",
  });
}

/** Fires when nobody receives the oldest message; what is received and fails has an alarm of its own. */
function age({ queue }: AttemptQueue): Metric {
  return queue.metricApproximateAgeOfOldestMessage({
    period: alarmPeriod,
    statistic: Stats.MAXIMUM,
  });
}

function waitingDeadLetters(queues: Record<string, AttemptQueue>): Record<string, Metric> {
  const sample = { period: alarmPeriod, statistic: Stats.MAXIMUM };
  return Object.fromEntries(
    Object.entries(queues).map(([name, { deadLetters }]) => [
      name,
      deadLetters.metricApproximateNumberOfMessagesVisible(sample),
    ]),
  );
}
