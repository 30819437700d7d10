import { expect, test } from "vitest";
import * as z from "zod";
import { tables } from "../../core/tables.ts";
import { everySetting, propertiesOf, resolved, resources, template } from "./synthesized.ts";

const oneOrMore = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]));

const Statement = z.strictObject({
  Effect: z.string(),
  Action: oneOrMore,
  Resource: oneOrMore.optional(),
  Principal: z.record(z.string(), z.string()).optional(),
  Condition: z.record(z.string(), z.record(z.string(), oneOrMore)).optional(),
});
const Document = z.object({ Statement: z.array(Statement) });
const Role = z.strictObject({
  AssumeRolePolicyDocument: z.unknown(),
  Policies: z.tuple([
    z.strictObject({ PolicyName: z.literal("Permissions"), PolicyDocument: z.unknown() }),
  ]),
});

/** The statements of each role, by its readable name. What is missing in them, the local runtime refuses. */
function granted(from = template()): [role: string, statements: z.infer<typeof Statement>[]][] {
  return Object.entries(resources("AWS::IAM::Role", from)).map(([role, { Properties }]) => {
    const [{ PolicyDocument }] = Role.parse(Properties).Policies;
    return [role, Document.parse(resolved(PolicyDocument)).Statement];
  });
}

test("roles allow actions and resources by name, and deny nothing", () => {
  for (const [role, statements] of granted()) {
    for (const { Effect, Action, Resource = [] } of statements) {
      expect([role, Effect]).toEqual([role, "Allow"]);
      expect(Action.filter((action) => action.includes("*"))).toEqual([]);
      expect(Resource.length).toBeGreaterThan(0);
      for (const resource of Resource) {
        // What a bucket, a table's stream or a group of schedules contains has no name before it exists.
        expect(resource).toMatch(
          /^\{\w+(\.(Arn|StreamArn))?\}(\/\*|\/stream\/\*|\/index\/\w+)?$|:schedule\//,
        );
      }
    }
  }
});

/** The roles that may do something to a resource. */
function rolesThatMay(action: string, resource: RegExp): string[] {
  const may = granted().filter(([, statements]) =>
    statements.some(
      ({ Action, Resource = [] }) =>
        Action.includes(action) && Resource.some((one) => resource.test(one)),
    ),
  );
  return may.map(([role]) => role.replace(/Role$/, "")).sort();
}

const managed = (...names: string[]) => names.map((name) => `ConsoleSurfaceManage${name}`);

test.each<[string, string, RegExp, string[]]>([
  [
    "the secrets of webhooks",
    "kms:Decrypt",
    /SecretsKey/,
    ["CanaryRunCanary", ...managed("Webhooks"), "WebhooksDeliverWebhook"],
  ],
  [
    "the CDN's secret",
    "secretsmanager:GetSecretValue",
    /OriginSecret/,
    ["ConsoleSurfaceCountTaps", ...managed("Organization", "Sessions")],
  ],
  [
    "the canary's secret",
    "secretsmanager:GetSecretValue",
    /Canary/,
    ["CanaryRunCanary", "ReadApiSurfaceReceiveCanary"],
  ],
  ["data keys", "dynamodb:GetItem", /DataKeys/, ["CanaryRunCanary", ...managed("Webhooks")]],
  ["API keys, one by one", "dynamodb:GetItem", /ApiKeys/, ["CanaryRunCanary", ...managed("Keys")]],
  ["all items of a table", "dynamodb:Scan", /./, []],
])("%s: %s only by those who need them", (_, action, resource, roles) => {
  expect(rolesThatMay(action, resource)).toEqual(roles);
});

test("whoever may update some attributes of an item gets no others in return", () => {
  const updates = granted().flatMap(([role, statements]) =>
    statements
      .filter(
        ({ Condition = {} }) => Condition["ForAllValues:StringEquals"]?.["dynamodb:Attributes"],
      )
      .filter(({ Action }) => Action.includes("dynamodb:UpdateItem"))
      .map(({ Resource = [], Condition }) => ({
        update: `${role.replace(/Role$/, "")} ${Resource.join()}`,
        returns: Condition?.StringEqualsIfExists?.["dynamodb:ReturnValues"],
      })),
  );
  expect(updates.length).toBeGreaterThan(10);
  const returning = updates.filter(({ returns }) => returns?.join() !== "NONE");
  // These read the same items anyway.
  expect(returning.map(({ update }) => update).sort()).toEqual([
    "ConsoleSurfaceCountTaps {Counters.Arn}",
    "ConsoleSurfaceManageCounters {Counters.Arn}",
    "ConsoleSurfaceManageCounters {Organizations.Arn}",
    "DayStartsStartDays {Counters.Arn}",
  ]);
});

test("whoever may query an index may name its keys wherever attributes of its table are limited", () => {
  const missing = granted(template(everySetting)).flatMap(([role, statements]) => {
    const resources = statements.flatMap(({ Resource = [] }) => Resource);
    return Object.entries(tables).flatMap(([name, table]) => {
      if (!("index" in table)) return [];
      const arn = `{${name.charAt(0).toUpperCase()}${name.slice(1)}.Arn}`;
      if (!resources.includes(`${arn}/index/${table.index.name}`)) return [];
      const { partitionKey, sortKey } = { partitionKey: table.partitionKey, ...table.index };
      return statements
        .filter(({ Resource = [] }) => Resource.includes(arn))
        .map(({ Condition }) => Condition?.["ForAllValues:StringEquals"]?.["dynamodb:Attributes"])
        .filter((listed) => listed && !(listed.includes(partitionKey) && listed.includes(sortKey)))
        .map((listed) => `${role}: ${listed}`);
    });
  });
  expect(missing).toEqual([]);
});

const defaultGroup =
  "arn:{AWS::Partition}:scheduler:{AWS::Region}:{AWS::AccountId}:schedule-group/default";

/** Whose roles are Scheduler's, and not a function's, each with the group of its schedules. */
const groupOf: Record<string, string> = {
  WebhooksSchedule: "{WebhooksSchedules.Arn}",
  EveryMinuteSchedule: defaultGroup,
};
const ofSchedules = Object.keys(groupOf);

test("each role is assumed by Lambda alone, those of schedules by Scheduler for one group of this account", () => {
  const trusted = Object.entries(resources("AWS::IAM::Role")).map(([id, { Properties }]) => {
    // And nothing beside it: all rights stand in the role's one policy.
    const { AssumeRolePolicyDocument } = Role.parse(Properties);
    return [id, Document.parse(resolved(AssumeRolePolicyDocument)).Statement];
  });
  const assumedBy = (service: string) => ({
    Action: ["sts:AssumeRole"],
    Effect: "Allow",
    Principal: { Service: service },
  });
  const whose = granted().map(([role]) => role.replace(/Role$/, ""));
  const expected = whose.map((who) => [
    `${who}Role`,
    ofSchedules.includes(who)
      ? [
          {
            ...assumedBy("scheduler.amazonaws.com"),
            Condition: {
              StringEquals: {
                "aws:SourceAccount": ["{AWS::AccountId}"],
                "aws:SourceArn": [groupOf[who]],
              },
            },
          },
        ]
      : [assumedBy("lambda.amazonaws.com")],
  ]);
  expect(Object.fromEntries(trusted)).toEqual(Object.fromEntries(expected));
});

test("each function runs under its own role and writes its own logs", () => {
  for (const [id, { Properties }] of Object.entries(resources("AWS::Lambda::Function"))) {
    const who = id.replace(/Function$/, "");
    expect(resolved(Properties)).toMatchObject({
      Role: `{${who}Role.Arn}`,
      LoggingConfig: { LogGroup: `{${who}Logs}` },
    });
  }
});

const everybodyWithoutTls = {
  Effect: "Deny",
  Principal: { AWS: "*" },
  Condition: { Bool: { "aws:SecureTransport": ["false"] } },
};

test("queues refuse everybody who comes without TLS, and allow nobody by themselves", () => {
  const queues = Object.keys(resources("AWS::SQS::Queue"));
  const policies = propertiesOf("AWS::SQS::QueuePolicy").map(({ Queues, PolicyDocument }) => ({
    queues: resolved(Queues),
    statements: Document.parse(resolved(PolicyDocument)).Statement,
  }));
  expect(policies).toEqual([
    {
      queues: expect.arrayContaining(queues.map((queue) => `{${queue}}`)),
      // In the policy of a queue, `*` is the queue.
      statements: [{ ...everybodyWithoutTls, Action: ["sqs:*"], Resource: ["*"] }],
    },
  ]);
});

test("buckets refuse everybody who comes without TLS, and allow nobody by themselves", () => {
  const policies = propertiesOf("AWS::S3::BucketPolicy").map(({ Bucket, PolicyDocument }) => [
    resolved(Bucket),
    Document.parse(resolved(PolicyDocument)).Statement,
  ]);
  const expected = Object.keys(resources("AWS::S3::Bucket")).map((bucket) => {
    const Resource = [`{${bucket}.Arn}`, `{${bucket}.Arn}/*`];
    return [`{${bucket}}`, [{ ...everybodyWithoutTls, Action: ["s3:*"], Resource }]];
  });
  expect(Object.fromEntries(policies)).toEqual(Object.fromEntries(expected));
});

test("the key leaves it to IAM who may use it", () => {
  const policies = propertiesOf("AWS::KMS::Key").map(
    ({ KeyPolicy }) => Document.parse(resolved(KeyPolicy)).Statement,
  );
  const root = { AWS: "arn:{AWS::Partition}:iam::{AWS::AccountId}:root" };
  expect(policies).toEqual([
    [{ Effect: "Allow", Principal: root, Action: ["kms:*"], Resource: ["*"] }],
  ]);
});

test("each function of an API may be invoked by its own API, and by nobody else", () => {
  for (const properties of propertiesOf("AWS::Lambda::Permission")) {
    const { FunctionName, SourceArn, ...permission } = Permission.parse(resolved(properties));
    expect(permission).toEqual({
      Action: "lambda:InvokeFunction",
      Principal: "apigateway.amazonaws.com",
    });
    const [, surface] =
      /^\{(ReadApi|Site|Console)Surface\w+FunctionAliaslive\}$/.exec(FunctionName) ?? [];
    expect(SourceArn).toMatch(
      new RegExp(`:execute-api:[^/]+:\\{${surface}SurfaceHttpApi\\}/\\*/\\*`),
    );
  }
});

const Permission = z.looseObject({ FunctionName: z.string(), SourceArn: z.string() });
