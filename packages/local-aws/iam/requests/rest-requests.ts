import {
  bucketArn,
  roleArn,
  scheduleArn,
  sesConfigurationSetArn,
  sesIdentityArn,
} from "../../template/arns.ts";
import { contextOf } from "../condition-keys.ts";
import type { AccessRequest } from "../evaluation.ts";

const objectActions: Readonly<Record<string, string>> = {
  GET: "s3:GetObject",
  HEAD: "s3:GetObject",
  PUT: "s3:PutObject",
  DELETE: "s3:DeleteObject",
};

/** What a request to S3 must be allowed; undefined for one that is not known here. */
export function s3Requests(
  method: string,
  { bucket, key }: { bucket: string; key: string },
): AccessRequest[] | undefined {
  const action = key ? objectActions[method] : isRead(method) ? "s3:ListBucket" : undefined;
  if (action === undefined) return undefined;
  const resource = key ? `${bucketArn(bucket)}/${key}` : bucketArn(bucket);
  return [{ action, resource, context: {} }];
}

const isRead = (method: string) => method === "GET" || method === "HEAD";

const scheduleActions: Readonly<Record<string, string>> = {
  POST: "scheduler:CreateSchedule",
  PUT: "scheduler:UpdateSchedule",
  GET: "scheduler:GetSchedule",
  DELETE: "scheduler:DeleteSchedule",
};

/** What a request to Scheduler must be allowed: whoever names a role for it must be allowed to pass it. */
export function scheduleRequests(
  method: string,
  schedule: { group: string; name: string; targetRole?: string | undefined },
): AccessRequest[] | undefined {
  const { group, name, targetRole } = schedule;
  const action =
    name === "" && method === "GET" ? "scheduler:ListSchedules" : scheduleActions[method];
  if (action === undefined) return undefined;
  const context = contextOf({ "iam:PassedToService": "scheduler.amazonaws.com" });
  return [
    { action, resource: scheduleArn(group, name || "*"), context: {} },
    ...(targetRole === undefined
      ? []
      : [{ action: "iam:PassRole", resource: targetRole, context }]),
  ];
}

/**
 * What SendEmail must be allowed: to send from the identity that the address belongs to, and with the
 * configuration set that it names.
 */
export function sesRequests({
  identity,
  from,
  configurationSet,
}: {
  identity: string;
  from: string;
  configurationSet: string | undefined;
}): AccessRequest[] {
  const context = contextOf({ "ses:FromAddress": from });
  const resources = [
    sesIdentityArn(identity),
    ...(configurationSet === undefined ? [] : [sesConfigurationSetArn(configurationSet)]),
  ];
  return resources.map((resource) => ({ action: "ses:SendEmail", resource, context }));
}

/** The name of a role by its ARN. */
export const roleName = (arn: string) =>
  arn.startsWith(roleArn("")) ? arn.slice(roleArn("").length) : arn;
