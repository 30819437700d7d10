import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  type RoleProps,
} from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";

/**
 * A role that holds its own policy, where the CDK makes a resource of each: a template has 500 at most.
 * What depends on the role then also waits for its permissions. A grant must not name what depends on
 * the role; CloudFormation refuses such a circle, and so does a synthesis in the tests.
 */
export class InlineRole extends Role {
  private readonly permissions: PolicyDocument;

  constructor(
    scope: Construct,
    id: string,
    props: Pick<RoleProps, "assumedBy" | "managedPolicies">,
  ) {
    const permissions = new PolicyDocument();
    super(scope, id, { ...props, inlinePolicies: { Permissions: permissions } });
    this.permissions = permissions;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.permissions.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
