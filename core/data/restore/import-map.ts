/**
 * The types of resources that a stack leaves behind and a new stack can take over, each with the
 * property that names one to CloudFormation. Logs are left behind, too, and stay by themselves: the
 * name of a group holds the id of its stack. An import accepts any deletion policy ("Bringing existing
 * resources into CloudFormation management"); "Resource type support" lists the types.
 */
export const importableTypes: Record<string, string> = {
  "AWS::DynamoDB::GlobalTable": "TableName",
  "AWS::Cognito::UserPool": "UserPoolId",
  "AWS::KMS::Key": "KeyId",
  "AWS::S3::Bucket": "BucketName",
};

/** A resource of a deleted stack, as CloudFormation remembers it. */
export interface FormerResource {
  logicalId: string;
  type: string;
  physicalId: string;
  /** Whether the deletion of the stack left it. */
  retained: boolean;
}

/** What `cdk import --resource-mapping` reads: for each logical id what names the resource. */
export type ImportMap = Record<string, Record<string, string>>;

export function importMapOf(resources: FormerResource[]): ImportMap {
  const retained = resources.filter(({ type, retained }) => retained && type in importableTypes);
  return Object.fromEntries(
    retained
      .toSorted((a, b) => (a.logicalId < b.logicalId ? -1 : 1))
      .map(({ logicalId, type, physicalId }) => [
        logicalId,
        { [importableTypes[type] ?? ""]: physicalId },
      ]),
  );
}

/** A stack that was deleted; CloudFormation remembers it for 90 days. */
export interface DeletedStack {
  /** Its ARN: names are used again. */
  id: string;
  deletedAt: string;
}

/** The stack to take over from: of this id, or the one that was deleted last. */
export function chosenStack(
  stacks: DeletedStack[],
  stackId: string | undefined,
): DeletedStack | undefined {
  if (stackId !== undefined) return stacks.find(({ id }) => id === stackId);
  return stacks.toSorted((a, b) => (a.deletedAt < b.deletedAt ? 1 : -1))[0];
}
