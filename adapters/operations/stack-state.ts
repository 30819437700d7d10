import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from "@aws-sdk/client-cloudformation";
import { type CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import type { AlarmFacts } from "../../core/operations/stack-alarms.ts";

/** A stack as CloudFormation has it. */
export interface StackState {
  /** UPDATE_COMPLETE, UPDATE_ROLLBACK_COMPLETE, … */
  status: string;
  /** When the last deployment began, in milliseconds. */
  deployedAtMs: number;
  terminationProtection: boolean;
  /** Names of the alarms. */
  alarms: string[];
  /** The event source mappings: their ids, and their names in the template. */
  mappings: { id: string; logicalId: string }[];
  /** The physical ids of the resources of a type; an alias has its ARN. */
  idsOf(type: string): string[];
}

const alarmTypes = ["AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm"];

/** Reads what of a stack can be looked at. */
export async function stackState(
  client: CloudFormationClient,
  stackName: string,
): Promise<StackState> {
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
  const stack = Stacks?.[0];
  const resources = await stackResources(client, stackName);
  const idsOf = (type: string) => resources.filter((one) => one.type === type).map(({ id }) => id);
  return {
    status: stack?.StackStatus ?? "unknown",
    deployedAtMs: (stack?.LastUpdatedTime ?? stack?.CreationTime)?.getTime() ?? 0,
    terminationProtection: stack?.EnableTerminationProtection ?? false,
    alarms: resources.filter(({ type }) => alarmTypes.includes(type)).map(({ id }) => id),
    mappings: resources.filter(({ type }) => type === "AWS::Lambda::EventSourceMapping"),
    idsOf,
  };
}

async function stackResources(client: CloudFormationClient, StackName: string) {
  const resources: { type: string; id: string; logicalId: string }[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName })) {
    for (const resource of page.StackResourceSummaries ?? []) {
      const { ResourceType: type = "", PhysicalResourceId: id } = resource;
      const { LogicalResourceId: logicalId = "" } = resource;
      if (id !== undefined) resources.push({ type, id, logicalId });
    }
  }
  return resources;
}

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
