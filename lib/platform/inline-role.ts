import { Stack } from "aws-cdk-lib";
import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  type RoleProps,
} from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";

/**
 * While a stack is updated from release 0.4.0, its roles have the policy beside them, too, and IAM allows
 * a role 10,240 characters in all. Tables' ARNs have the stack's name, so those of longer names stay.
 */
const longestName = 32;

/**
 * A role that holds its own policy, where the CDK makes a resource of each: a template has 500 at most.
 * What depends on the role then also waits for its permissions. A grant must not name what depends on
 * the role; CloudFormation refuses such a circle, and so does a synthesis in the tests.
 */
export class InlineRole extends Role {
  private readonly permissions: PolicyDocument | undefined;

  constructor(
    scope: Construct,
    id: string,
    props: Pick<RoleProps, "assumedBy" | "managedPolicies">,
  ) {
    const stack = Stack.of(scope);
    const { stackName } = stack.nestedStackParent ?? stack;
    const policy = stackName.length > longestName ? undefined : new PolicyDocument();
    // Not the name of the policy beside it: CloudFormation deletes that one by its name after the update.
    super(scope, id, { ...props, ...(policy && { inlinePolicies: { Permissions: policy } }) });
    this.permissions = policy;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    if (this.permissions === undefined) return super.addToPrincipalPolicy(statement);
    this.permissions.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
