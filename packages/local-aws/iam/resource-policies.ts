import * as z from "zod";
import {
  bucketArn,
  functionArn,
  keyArn,
  localAccount,
  parseArn,
  queueArn,
} from "../template/arns.ts";
import type { Stack } from "../template/stack.ts";
import { PolicyDocument, readStatements, type Statement } from "./policy-document.ts";

/** The policies of the template's queues, buckets, keys and functions, by the ARN of each. */
export type ResourcePolicies = ReadonlyMap<string, readonly Statement[]>;

export const resourcePolicyTypes = [
  "AWS::SQS::QueuePolicy",
  "AWS::S3::BucketPolicy",
  "AWS::Lambda::Permission",
];

const QueuePolicy = z.strictObject({ PolicyDocument, Queues: z.array(z.string()) });
const BucketPolicy = z.strictObject({ PolicyDocument, Bucket: z.string() });
const Key = z.looseObject({ KeyPolicy: PolicyDocument.optional() });
const Permission = z.strictObject({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceAccount: z.string().optional(),
  SourceArn: z.string().optional(),
});

/** Without a policy of its own, a key lets the account's policies decide, as the CDK also writes. */
const accountDecides = PolicyDocument.parse({
  Statement: {
    Effect: "Allow",
    Principal: { AWS: `arn:aws:iam::${localAccount}:root` },
    Action: "kms:*",
    Resource: "*",
  },
});

export function readResourcePolicies(stack: Stack): ResourcePolicies {
  const found = new Map<string, Statement[]>();
  const add = (arn: string, document: PolicyDocument, owner: string) =>
    found.set(arn, [...(found.get(arn) ?? []), ...readStatements(document, owner)]);
  for (const resource of stack.resources("AWS::SQS::QueuePolicy")) {
    const policy = stack.properties(resource, QueuePolicy);
    for (const url of policy.Queues)
      add(queueArn(url.split("/").at(-1) ?? ""), policy.PolicyDocument, resource.logicalId);
  }
  for (const resource of stack.resources("AWS::S3::BucketPolicy")) {
    const policy = stack.properties(resource, BucketPolicy);
    add(bucketArn(policy.Bucket), policy.PolicyDocument, resource.logicalId);
  }
  for (const resource of stack.resources("AWS::KMS::Key")) {
    const { KeyPolicy = accountDecides } = stack.properties(resource, Key);
    add(keyArn(stack.nameOf(resource.logicalId)), KeyPolicy, resource.logicalId);
  }
  for (const resource of stack.resources("AWS::Lambda::Permission")) {
    const permission = stack.properties(resource, Permission);
    const arn = functionArnOf(permission.FunctionName);
    add(arn, permissionDocument(permission, arn), resource.logicalId);
  }
  return found;
}

/** As Lambda itself writes a permission into the function's policy. */
function permissionDocument(permission: z.infer<typeof Permission>, Resource: string) {
  const { Action, Principal, SourceAccount, SourceArn } = permission;
  const kind = Principal.endsWith(".amazonaws.com") ? "Service" : "AWS";
  return PolicyDocument.parse({
    Statement: {
      Effect: "Allow",
      Principal: { [kind]: Principal },
      Action,
      Resource,
      Condition: {
        ...(SourceArn !== undefined && { ArnLike: { "aws:SourceArn": SourceArn } }),
        ...(SourceAccount !== undefined && {
          StringEquals: { "aws:SourceAccount": SourceAccount },
        }),
      },
    },
  });
}

/** A permission names its function by name or ARN, with an alias or a version or without. */
function functionArnOf(named: string): string {
  return parseArn(named) === undefined ? functionArn(named) : named;
}
