/** The account of everything local; the SQS emulator accepts no other. */
export const localAccount = "000000000000";

/** The region of everything local. */
export const localRegion = "us-east-1";

/** The account's administrator. Signatures are not checked. */
export const localCredentials = { accessKeyId: "local", secretAccessKey: "local" };

const regional = (service: string, resource: string) =>
  `arn:aws:${service}:${localRegion}:${localAccount}:${resource}`;

export const tableArn = (table: string) => regional("dynamodb", `table/${table}`);
export const streamArn = (table: string) => `${tableArn(table)}/stream/local`;
export const queueArn = (queue: string) => regional("sqs", queue);
export const functionArn = (name: string) => regional("lambda", `function:${name}`);
export const executeApiArn = (route: string) => regional("execute-api", route);
export const logGroupArn = (name: string) => regional("logs", `log-group:${name}:*`);
export const topicArn = (name: string) => regional("sns", name);
export const scheduleGroupArn = (name: string) => regional("scheduler", `schedule-group/${name}`);
export const scheduleArn = (group: string, name: string) =>
  regional("scheduler", `schedule/${group}/${name}`);
export const roleArn = (name: string) => `arn:aws:iam::${localAccount}:role/${name}`;
export const keyArn = (id: string) => regional("kms", `key/${id}`);
/** Behind the name of a secret AWS puts six characters; here they are always the same. */
export const secretArn = (name: string) => regional("secretsmanager", `secret:${name}-local0`);
export const sesIdentityArn = (identity: string) => regional("ses", `identity/${identity}`);
export const sesConfigurationSetArn = (name: string) =>
  regional("ses", `configuration-set/${name}`);
export const eventBusArn = (name: string) => regional("events", `event-bus/${name}`);
export const eventRuleArn = (name: string) => regional("events", `rule/${name}`);
export const bucketArn = (name: string) => `arn:aws:s3:::${name}`;

/** The queue URL that functions get: the emulator's own URLs name a host that does not resolve. */
export const queueUrl = (sqsUrl: string, queue: string) => `${sqsUrl}/${localAccount}/${queue}`;

/** The function's name in its ARN, or in that of an alias or a version; undefined for other text. */
export function functionNameIn(arn: string): string | undefined {
  return /^arn:[^:]*:lambda:[^:]*:[^:]*:function:([^:]+)/.exec(arn)?.[1];
}

/** What an ARN names: `{ service: "sqs", resource: "orders" }`; undefined for other text. */
export function parseArn(arn: string): { service: string; resource: string } | undefined {
  const [prefix, , service, , , ...rest] = arn.split(":");
  if (prefix !== "arn" || !service || rest.length === 0) return undefined;
  return { service, resource: rest.join(":") };
}
