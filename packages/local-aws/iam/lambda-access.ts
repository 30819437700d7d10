import * as z from "zod";
import type { QueueMapping, StreamMapping } from "../events/event-source-mappings.ts";
import { functionTypes } from "../functions/functions.ts";
import { StartError } from "../start-error.ts";
import { logGroupArn, parseArn, queueArn, streamArn } from "../template/arns.ts";
import type { Stack } from "../template/stack.ts";
import type { AccessControl } from "./access-control.ts";
import { roleName } from "./requests/rest-requests.ts";

/** The role of a function, and the ARN of the log group that it writes to. */
export interface ExecutionRole {
  functionName: string;
  roleName: string;
  logGroup: string;
}

const RoleProperties = z.object({
  Role: z.string(),
  LoggingConfig: z.object({ LogGroup: z.string().optional() }).default({}),
});

export function readExecutionRoles(stack: Stack): ExecutionRole[] {
  return stack.resources(...functionTypes).map((resource) => {
    const functionName = stack.nameOf(resource.logicalId);
    const { Role, LoggingConfig } = stack.properties(resource, RoleProperties);
    const logGroup = logGroupArn(LoggingConfig.LogGroup ?? `/aws/lambda/${functionName}`);
    return { functionName, roleName: roleName(Role), logGroup };
  });
}

interface LambdaAccessOptions {
  access: AccessControl;
  functions: readonly ExecutionRole[];
  mappings: { queues: readonly QueueMapping[]; streams: readonly StreamMapping[] };
}

/**
 * Checks the calls that Lambda itself makes under the functions' roles. Throws StartError where AWS
 * would refuse to create the function or the mapping. A role that may not write logs is only
 * reported, because on AWS the function runs without them.
 */
export function checkLambdaAccess({ access, functions, mappings }: LambdaAccessOptions): void {
  const roleOf = (name: string) =>
    functions.find(({ functionName }) => functionName === name)?.roleName ?? "";
  for (const { functionName, roleName, logGroup } of functions) {
    if (access.refuseAssumption("lambda.amazonaws.com", roleName)) {
      throw refused(functionName, "The role defined for the function cannot be assumed by Lambda.");
    }
    for (const action of ["logs:CreateLogStream", "logs:PutLogEvents"])
      access.refuseRole(roleName, functionName, { action, resource: logGroup, context: {} });
  }
  const check = (functionName: string, resource: string, actions: readonly string[]) => {
    for (const action of actions) {
      const request = { action, resource, context: {} };
      const denial = access.refuseRole(roleOf(functionName), functionName, request);
      if (denial) throw refused(functionName, denial.message);
    }
  };
  for (const { functionName, queueName } of mappings.queues) {
    check(functionName, queueArn(queueName), polling.queue);
  }
  for (const { functionName, tableName, onFailureArn } of mappings.streams) {
    check(functionName, streamArn(tableName), polling.stream);
    if (onFailureArn === undefined) continue;
    const isQueue = parseArn(onFailureArn)?.service === "sqs";
    check(functionName, onFailureArn, isQueue ? ["sqs:SendMessage"] : ["s3:ListBucket"]);
    if (!isQueue) check(functionName, `${onFailureArn}/any`, ["s3:PutObject"]);
  }
}

/** "Setting up Lambda execution role permissions", for queues and for streams. */
const polling = {
  queue: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
  stream: [
    "dynamodb:DescribeStream",
    "dynamodb:GetRecords",
    "dynamodb:GetShardIterator",
    "dynamodb:ListStreams",
  ],
};

const refused = (functionName: string, why: string) =>
  new StartError(`Lambda cannot use the role of ${functionName}: ${why}`);
