import { type CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import type { AlarmFacts } from "../../core/operations/stack-alarms.ts";

/** The most names that CloudWatch takes at once. */
const namesAtOnce = 100;

/** Reads alarms by their names; those that do not exist are left out. */
export async function alarmStates(
  client: CloudWatchClient,
  names: string[],
): Promise<AlarmFacts[]> {
  const facts: AlarmFacts[] = [];
  for (let start = 0; start < names.length; start += namesAtOnce) {
    const AlarmNames = names.slice(start, start + namesAtOnce);
    const { MetricAlarms = [], CompositeAlarms = [] } = await client.send(
      new DescribeAlarmsCommand({
        AlarmNames,
        // Unless asked, CloudWatch leaves composite alarms out.
        AlarmTypes: ["MetricAlarm", "CompositeAlarm"],
        MaxRecords: namesAtOnce,
      }),
    );
    for (const alarm of [...MetricAlarms, ...CompositeAlarms]) {
      facts.push({
        name: alarm.AlarmName ?? "",
        state: alarm.StateValue ?? "INSUFFICIENT_DATA",
        since: (alarm.StateTransitionedTimestamp ?? alarm.StateUpdatedTimestamp)?.toISOString(),
        description: alarm.AlarmDescription ?? "",
        notifies: alarm.ActionsEnabled === true && (alarm.AlarmActions ?? []).length > 0,
      });
    }
  }
  return facts;
}
