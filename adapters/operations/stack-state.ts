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
  /** ARNs of the aliases of functions. */
  aliases: string[];
  /** Ids of all resources, by their type. */
  ids: Record<string, string[]>;
  /** The id of the user pool; undefined where people sign in elsewhere. */
  userPoolId: string | undefined;
}

const alarmTypes = ["AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm"];

/** Reads what of a stack can be looked at. */
export async function stackState(
  client: CloudFormationClient,
  stackName: string,
): Promise<StackState> {
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
  const stack = Stacks?.[0];
  const state: StackState = {
    status: stack?.StackStatus ?? "unknown",
    deployedAtMs: (stack?.LastUpdatedTime ?? stack?.CreationTime)?.getTime() ?? 0,
    terminationProtection: stack?.EnableTerminationProtection ?? false,
    alarms: [],
    mappings: [],
    aliases: [],
    ids: {},
    userPoolId: undefined,
  };
  const pages = paginateListStackResources({ client }, { StackName: stackName });
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const resource of StackResourceSummaries) {
      const { ResourceType = "", PhysicalResourceId: id } = resource;
      const { LogicalResourceId: logicalId = "" } = resource;
      if (id === undefined) continue;
      state.ids[ResourceType] = [...(state.ids[ResourceType] ?? []), id];
      if (alarmTypes.includes(ResourceType)) state.alarms.push(id);
      if (ResourceType === "AWS::Lambda::EventSourceMapping")
        state.mappings.push({ id, logicalId });
      if (ResourceType === "AWS::Lambda::Alias") state.aliases.push(id);
      if (ResourceType === "AWS::Cognito::UserPool") state.userPoolId = id;
    }
  }
  return state;
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
