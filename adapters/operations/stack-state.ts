import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from "@aws-sdk/client-cloudformation";

/** A stack as CloudFormation has it. */
export interface StackState {
  terminationProtection: boolean;
  /** Names of the alarms. */
  alarms: string[];
  /** The event source mappings: their ids, and their names in the template. */
  mappings: { id: string; logicalId: string }[];
}

/** Reads what of a stack can be looked at. */
export async function stackState(
  client: CloudFormationClient,
  stackName: string,
): Promise<StackState> {
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
  const state: StackState = {
    terminationProtection: Stacks?.[0]?.EnableTerminationProtection ?? false,
    alarms: [],
    mappings: [],
  };
  const pages = paginateListStackResources({ client }, { StackName: stackName });
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const resource of StackResourceSummaries) {
      const { ResourceType, PhysicalResourceId: id, LogicalResourceId: logicalId = "" } = resource;
      if (id === undefined) continue;
      if (ResourceType === "AWS::CloudWatch::Alarm") state.alarms.push(id);
      if (ResourceType === "AWS::Lambda::EventSourceMapping")
        state.mappings.push({ id, logicalId });
    }
  }
  return state;
}
