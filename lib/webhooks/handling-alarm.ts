import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { alarmPeriod, ServiceAlarm } from "../alarms/service-alarm.ts";
import type { Configuration } from "../configuration.ts";

/**
 * A page when most of what is received is not deleted, whatever the reason: a message that is not handled is
 * received twice a minute. SQS leaves messages that were received three times out of their age ("Available
 * CloudWatch metrics for Amazon SQS"), so the age of the oldest one only shows that nobody receives.
 */
export function alarmOnUnhandled(
  scope: Construct,
  { configuration, queues }: { configuration: Configuration; queues: Queue[] },
): void {
  const everyMinute = { period: alarmPeriod, statistic: Stats.SUM };
  const received = queues.map((_, index) => `FILL(received${index}, 0)`).join(" + ");
  const deleted = queues.map((_, index) => `FILL(deleted${index}, 0)`).join(" + ");
  new ServiceAlarm(scope, "HandlingAlarm", {
    configuration,
    name: "not handled",
    metric: new MathExpression({
      label: "Received and not deleted, beyond what was deleted",
      expression: `${received} - 2 * (${deleted})`,
      usingMetrics: Object.fromEntries(
        queues.flatMap((queue, index) => [
          [`received${index}`, queue.metricNumberOfMessagesReceived(everyMinute)],
          [`deleted${index}`, queue.metricNumberOfMessagesDeleted(everyMinute)],
        ]),
      ),
      period: alarmPeriod,
    }),
    // Five messages or so: what nobody can handle one by one becomes a ticket.
    above: 10,
    // Messages in hand at the end of a minute are deleted in the next one: that cannot last for four.
    periods: 4,
    impact:
      "Receivers get no webhooks: attempts are received, fail or never start, and come again.",
    runbook: "Webhooks are late",
  });
}
