import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from "@aws-sdk/client-cloudformation";

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
    userPoolId: undefined,
  };
  const pages = paginateListStackResources({ client }, { StackName: stackName });
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const resource of StackResourceSummaries) {
      const { ResourceType, PhysicalResourceId: id, LogicalResourceId: logicalId = "" } = resource;
      if (id === undefined) continue;
      if (alarmTypes.includes(ResourceType ?? "")) state.alarms.push(id);
      if (ResourceType === "AWS::Lambda::EventSourceMapping")
        state.mappings.push({ id, logicalId });
      if (ResourceType === "AWS::Lambda::Alias") state.aliases.push(id);
      if (ResourceType === "AWS::Cognito::UserPool") state.userPoolId = id;
    }
  }
  return state;
}
