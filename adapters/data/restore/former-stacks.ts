import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  paginateListStacks,
} from "@aws-sdk/client-cloudformation";
import type { DeletedStack, FormerResource } from "../../../core/data/restore/import-map.ts";
import { callLimits } from "../../aws/dynamodb-client.ts";

/** Reads of CloudFormation what it remembers of deleted stacks. */
export function formerStacks() {
  const client = new CloudFormationClient({
    ...callLimits,
    // CloudFormation takes longer than tables and queues do.
    requestHandler: { ...callLimits.requestHandler, requestTimeout: 10_000 },
  });
  return {
    async deleted(stackName: string): Promise<DeletedStack[]> {
      const stacks: DeletedStack[] = [];
      const pages = paginateListStacks({ client }, { StackStatusFilter: ["DELETE_COMPLETE"] });
      for await (const { StackSummaries = [] } of pages) {
        for (const { StackName, StackId, DeletionTime } of StackSummaries) {
          if (StackName !== stackName || StackId === undefined) continue;
          stacks.push({ id: StackId, deletedAt: DeletionTime?.toISOString() ?? "" });
        }
      }
      return stacks;
    },

    /** By the stack's id: a deleted stack has no name any more. */
    async resources(stackId: string): Promise<FormerResource[]> {
      const resources: FormerResource[] = [];
      for await (const page of paginateListStackResources({ client }, { StackName: stackId })) {
        for (const resource of page.StackResourceSummaries ?? []) {
          resources.push({
            logicalId: resource.LogicalResourceId ?? "",
            type: resource.ResourceType ?? "",
            physicalId: resource.PhysicalResourceId ?? "",
            retained: resource.ResourceStatus === "DELETE_SKIPPED",
          });
        }
      }
      return resources;
    },

    async exists(stackName: string): Promise<boolean> {
      try {
        const { Stacks = [] } = await client.send(
          new DescribeStacksCommand({ StackName: stackName }),
        );
        // One without resources yet is what an import that failed leaves.
        return Stacks.some(({ StackStatus }) => StackStatus !== "REVIEW_IN_PROGRESS");
      } catch (error) {
        // It has no error of its own for this: it returns a ValidationError with a sentence.
        if (error instanceof Error && /does not exist/.test(error.message)) return false;
        throw error;
      }
    },

    destroy: () => client.destroy(),
  };
}
