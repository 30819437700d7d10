import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { alarmPeriod, filledSum, ServiceAlarm } from "../alarms/service-alarm.ts";
import type { Configuration } from "../configuration.ts";

/**
 * A page when most of what is received is not deleted, whatever the reason: a message that is not handled is
 * received twice a minute. The age of the oldest message shows only that nothing is received, because SQS leaves
 * out messages that were received three times ("Available CloudWatch metrics for Amazon SQS").
 */
export function alarmOnUnhandled(
  scope: Construct,
  { configuration, queues }: { configuration: Configuration; queues: Queue[] },
): void {
  const everyMinute = { period: alarmPeriod, statistic: Stats.SUM };
  const received = filledSum(queues.map((_, index) => `received${index}`));
  const deleted = filledSum(queues.map((_, index) => `deleted${index}`));
  new ServiceAlarm(scope, "HandlingAlarm", {
    configuration,
    name: "not handled",
    metric: new MathExpression({
      label: "Received, less twice what was deleted",
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
      "Receivers get no webhooks: attempts fail or never start, and are received again and again.",
    runbook: "Webhooks are late",
  });
}
