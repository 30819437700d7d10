import * as z from "zod";
import { StartError } from "../start-error.ts";
import { roleArn } from "../template/arns.ts";
import type { Resource, Stack } from "../template/stack.ts";
import { PolicyDocument, readStatements, type Statement } from "./policy-document.ts";

/** A role of the template: what it may do, and who may assume it. */
export interface Role {
  name: string;
  arn: string;
  statements: readonly Statement[];
  trust: readonly Statement[];
}

export const roleTypes = ["AWS::IAM::Role", "AWS::IAM::Policy", "AWS::IAM::ManagedPolicy"];

const NamedPolicy = z.strictObject({ PolicyName: z.string(), PolicyDocument });
const RoleProperties = z.strictObject({
  AssumeRolePolicyDocument: PolicyDocument,
  Policies: z.array(NamedPolicy).default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
});
const PolicyProperties = z.strictObject({ PolicyDocument, Roles: z.array(z.string()).min(1) });

/** AWS's own policies that are known here: what the function's role needs for Lambda itself. */
const logs = ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"];
const managedPolicies: ReadonlyMap<string, readonly string[]> = new Map([
  ["AWSLambdaBasicExecutionRole", logs],
  [
    "AWSLambdaSQSQueueExecutionRole",
    [...logs, "sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
  ],
  [
    "AWSLambdaDynamoDBExecutionRole",
    [
      ...logs,
      "dynamodb:DescribeStream",
      "dynamodb:GetRecords",
      "dynamodb:GetShardIterator",
      "dynamodb:ListStreams",
    ],
  ],
]);

/** The roles that the template declares, by name. */
export function readRoles(stack: Stack): Map<string, Role> {
  const attached = stack
    .resources("AWS::IAM::Policy", "AWS::IAM::ManagedPolicy")
    .map((resource) => readPolicy(stack, resource));
  const roles = stack.resources("AWS::IAM::Role").map((resource) => {
    const name = stack.nameOf(resource.logicalId);
    const withoutEffect = ["RoleName", "Description", "MaxSessionDuration", "Path", "Tags"];
    const properties = stack.properties(resource, RoleProperties, withoutEffect);
    const { AssumeRolePolicyDocument, Policies, ManagedPolicyArns } = properties;
    const owner = `${resource.logicalId} (${resource.type})`;
    const own = Policies.flatMap((policy) => readStatements(policy.PolicyDocument, owner));
    const managed = ManagedPolicyArns.flatMap((arn) => managedStatements(arn, owner));
    const others = attached.filter((policy) => policy.roles.includes(name));
    const statements = [...own, ...managed, ...others.flatMap((policy) => policy.statements)];
    const trust = readStatements(AssumeRolePolicyDocument, owner);
    return [name, { name, arn: roleArn(name), statements, trust }] as const;
  });
  return new Map(roles);
}

function readPolicy(stack: Stack, resource: Resource) {
  const withoutEffect = ["PolicyName", "ManagedPolicyName", "Description", "Path"];
  const properties = stack.properties(resource, PolicyProperties, withoutEffect);
  const owner = `${resource.logicalId} (${resource.type})`;
  return { roles: properties.Roles, statements: readStatements(properties.PolicyDocument, owner) };
}

function managedStatements(arn: string, owner: string): Statement[] {
  const name = arn.split("/").at(-1) ?? "";
  const Action = managedPolicies.get(name);
  if (Action === undefined || !/^arn:aws:iam::aws:policy\//.test(arn)) {
    throw new StartError(`${owner}: the local runtime does not know the policy ${arn}.`);
  }
  const Statement = [{ Effect: "Allow", Action, Resource: "*" }];
  return readStatements(PolicyDocument.parse({ Statement }), owner);
}
