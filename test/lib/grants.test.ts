import { expect, test } from "vitest";
import * as z from "zod";
import { canaryCounter } from "../../core/operations/canary/canary-identity.ts";
import { consoleSurface } from "../../lambdas/functions/console.ts";
import { propertiesOf, resolved, resources } from "./synthesized.ts";

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
type Statement = z.infer<typeof Statement>;

const Document = z.object({ Statement: z.array(Statement) });

/** Session, person and membership are one read; that a session is in use, is written. */
const authorizes = {
  "{Sessions.Arn}": ["dynamodb:BatchGetItem", "dynamodb:UpdateItem"],
  "{People.Arn}": ["dynamodb:BatchGetItem"],
  "{Members.Arn}": ["dynamodb:BatchGetItem"],
  "{RateLimits.Arn}": ["dynamodb:UpdateItem"],
};
const knowsAddresses = { "{ConsoleDeliveryOriginSecret}": ["secretsmanager:GetSecretValue"] };

/** Of an organization only that there is one. */
const showsEmbeds = {
  "{Counters.Arn}": ["dynamodb:GetItem"],
  "{EmbedSessions.Arn}": ["dynamodb:GetItem"],
  "{Organizations.Arn}": [
    "dynamodb:GetItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, name if StringEqualsIfExists dynamodb:Select SPECIFIC_ATTRIBUTES",
  ],
};

/** An action on items of the canary's own alone. */
function ofCanary(kind: "organization" | "counter" | "history") {
  const { organizationId, counterId } = canaryCounter;
  const history = `${organizationId}/${counterId}`;
  const key = { organization: organizationId, counter: counterId, history }[kind];
  return (action: string) =>
    `dynamodb:${action} if ForAllValues:StringEquals dynamodb:LeadingKeys ${key}`;
}

const empties = ["dynamodb:BatchWriteItem", "dynamodb:Query"];

/**
 * Who may do what to what: each function by its role, then resource, then actions. Besides, each
 * function writes to its own log group.
 */
const granted: Record<string, Record<string, string[]>> = {
  ReadApiSurfaceListCounters: {
    "{ApiKeys.Arn}": ["dynamodb:UpdateItem"],
    "{Counters.Arn}": ["dynamodb:Query"],
    "{RateLimits.Arn}": ["dynamodb:UpdateItem"],
  },
  ReadApiSurfaceGetCounter: {
    "{ApiKeys.Arn}": ["dynamodb:UpdateItem"],
    "{Counters.Arn}": ["dynamodb:GetItem"],
  },
  ReadApiSurfaceGetCounterHistory: {
    "{ApiKeys.Arn}": ["dynamodb:UpdateItem"],
    "{CountEvents.Arn}": ["dynamodb:Query"],
    "{Counters.Arn}": ["dynamodb:GetItem"],
  },
  ReadApiSurfaceGetOpenapi: {},
  ReadApiSurfaceRefuseApiRequest: {},
  SiteSurfaceGetOembed: showsEmbeds,
  SiteSurfaceShowEmbed: showsEmbeds,
  SiteSurfaceGetEmbedCount: showsEmbeds,
  SiteSurfaceShowHome: {},
  SiteSurfaceGetSiteFile: {},
  SiteSurfaceRefuseSiteRequest: {},
  ConsoleSurfaceShowConsole: {},
  ConsoleSurfaceGetConsoleFile: {},
  ConsoleSurfaceManageSessions: {
    ...authorizes,
    ...knowsAddresses,
    "{Sessions.Arn}": [
      "dynamodb:BatchGetItem",
      "dynamodb:DeleteItem",
      "dynamodb:PutItem",
      "dynamodb:UpdateItem",
    ],
    "{People.Arn}": ["dynamodb:BatchGetItem", "dynamodb:UpdateItem"],
    "{Organizations.Arn}": [
      "dynamodb:BatchGetItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, name, plan, timeZone if StringEqualsIfExists dynamodb:Select SPECIFIC_ATTRIBUTES",
    ],
    "{OrganizationDeletions.Arn}": ["dynamodb:BatchGetItem"],
  },
  ConsoleSurfaceDeleteOrganization: {
    ...authorizes,
    "{Organizations.Arn}": ["dynamodb:DeleteItem", "dynamodb:GetItem"],
    "{OrganizationDeletions.Arn}": [
      "dynamodb:DeleteItem",
      "dynamodb:GetItem",
      "dynamodb:PutItem",
      "dynamodb:UpdateItem",
    ],
    "{ApiKeys.Arn}": ["dynamodb:DeleteItem"],
    "{WebhookEndpoints.Arn}": ["dynamodb:DeleteItem"],
    "{AuditEntries.Arn}": ["dynamodb:PutItem"],
    "{Members.Arn}": [
      "dynamodb:BatchGetItem",
      "dynamodb:ConditionCheckItem",
      "dynamodb:DeleteItem",
      "dynamodb:GetItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, memberKey, deletedAt, revision, ownerCount, memberCount",
    ],
    "{People.Arn}": [
      "dynamodb:BatchGetItem",
      "dynamodb:DeleteItem",
      "dynamodb:GetItem",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes personId, organizationIds",
    ],
    "{Deliveries.Arn}": empties,
    "{Deliveries.Arn}/index/OpenDeliveries": ["dynamodb:Query"],
    "{Alerts.Arn}": empties,
    "{AlertFirings.Arn}": empties,
    "{Gates.Arn}": empties,
    "{Invitations.Arn}": empties,
    "{CountEvents.Arn}": empties,
    "{CountMarks.Arn}": empties,
    "{SettingsChanges.Arn}": empties,
    "{GroupMembers.Arn}": empties,
    "{Counters.Arn}": ["dynamodb:DeleteItem", "dynamodb:Query"],
    "{CounterGroups.Arn}": ["dynamodb:DeleteItem", "dynamodb:Query"],
    "{EmbedSessions.Arn}": ["dynamodb:BatchWriteItem", "dynamodb:GetItem"],
  },
  ConsoleSurfaceManageOrganization: {
    ...authorizes,
    ...knowsAddresses,
    "{Organizations.Arn}": [
      "dynamodb:ConditionCheckItem",
      "dynamodb:GetItem",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, name, timeZone, revision",
    ],
    "{Counters.Arn}": ["dynamodb:GetItem"],
    "{People.Arn}": [
      "dynamodb:BatchGetItem",
      "dynamodb:GetItem",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes personId, organizationIds",
    ],
    "{Members.Arn}": [
      "dynamodb:BatchGetItem",
      "dynamodb:ConditionCheckItem",
      "dynamodb:DeleteItem",
      "dynamodb:GetItem",
      "dynamodb:PutItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem",
    ],
    "{Invitations.Arn}": [
      "dynamodb:DeleteItem",
      "dynamodb:GetItem",
      "dynamodb:PutItem",
      "dynamodb:Query",
    ],
    "{Gates.Arn}": [
      "dynamodb:GetItem",
      "dynamodb:PutItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem",
    ],
    "{AuditEntries.Arn}": ["dynamodb:PutItem", "dynamodb:Query"],
  },
  ConsoleSurfaceManageCounters: {
    ...authorizes,
    "{Members.Arn}": ["dynamodb:BatchGetItem", "dynamodb:ConditionCheckItem"],
    "{Organizations.Arn}": [
      "dynamodb:ConditionCheckItem",
      "dynamodb:GetItem",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, counterCount, groupCount, alertCount, revision",
    ],
    "{Counters.Arn}": [
      "dynamodb:BatchGetItem",
      "dynamodb:GetItem",
      "dynamodb:PutItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, counterId, name, mode, incrementStep, decrementStep, groupId, goalTarget, locked, archivedAt, version, updatedAt",
    ],
    "{SettingsChanges.Arn}": ["dynamodb:PutItem"],
    "{CounterGroups.Arn}": [
      "dynamodb:BatchGetItem",
      "dynamodb:DeleteItem",
      "dynamodb:GetItem",
      "dynamodb:PutItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem",
    ],
    "{GroupMembers.Arn}": [
      "dynamodb:BatchGetItem",
      "dynamodb:ConditionCheckItem",
      "dynamodb:DeleteItem",
      "dynamodb:PutItem",
      "dynamodb:Query",
    ],
    "{CountMarks.Arn}": ["dynamodb:PutItem"],
    "{Alerts.Arn}": ["dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:Query"],
    "{EmbedSessions.Arn}": [
      "dynamodb:BatchGetItem",
      "dynamodb:DeleteItem",
      "dynamodb:GetItem",
      "dynamodb:PutItem",
      "dynamodb:UpdateItem",
    ],
    "{AuditEntries.Arn}": ["dynamodb:PutItem"],
  },
  ConsoleSurfaceManageKeys: {
    ...authorizes,
    "{Organizations.Arn}": [
      "dynamodb:GetItem",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, apiKeys, revision",
    ],
    "{ApiKeys.Arn}": ["dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem"],
    "{Members.Arn}": ["dynamodb:BatchGetItem", "dynamodb:ConditionCheckItem"],
    "{AuditEntries.Arn}": ["dynamodb:PutItem"],
  },
  ConsoleSurfaceManageAlerts: {
    ...authorizes,
    "{Organizations.Arn}": [
      "dynamodb:GetItem",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, groupCount, alertCount, revision",
    ],
    "{Counters.Arn}": [
      "dynamodb:GetItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, counterId, alertCount, version, updatedAt",
    ],
    "{CounterGroups.Arn}": [
      "dynamodb:GetItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, groupId, alertCount, revision",
    ],
    "{Members.Arn}": ["dynamodb:BatchGetItem", "dynamodb:ConditionCheckItem"],
    "{Alerts.Arn}": ["dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:Query"],
    "{AlertFirings.Arn}": ["dynamodb:Query"],
    "{WebhookEndpoints.Arn}": [
      "dynamodb:Query if ForAllValues:StringEquals dynamodb:Attributes organizationId, events if StringEqualsIfExists dynamodb:Select SPECIFIC_ATTRIBUTES",
    ],
    "{AuditEntries.Arn}": ["dynamodb:PutItem"],
  },
  ConsoleSurfaceCountTaps: {
    ...authorizes,
    ...knowsAddresses,
    "{Organizations.Arn}": [
      "dynamodb:GetItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, name, timeZone if StringEqualsIfExists dynamodb:Select SPECIFIC_ATTRIBUTES",
    ],
    "{Counters.Arn}": [
      "dynamodb:BatchGetItem",
      "dynamodb:GetItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, counterId, count, lastEventId, version, updatedAt, ups, downs, late, lastCountAt",
    ],
    "{CountEvents.Arn}": ["dynamodb:BatchGetItem", "dynamodb:PutItem"],
    "{CountMarks.Arn}": ["dynamodb:PutItem"],
    "{IdempotencyKeys.Arn}": ["dynamodb:BatchGetItem", "dynamodb:PutItem"],
    "{CounterGroups.Arn}": ["dynamodb:GetItem"],
    "{Gates.Arn}": ["dynamodb:GetItem"],
    "{RateLimits.Arn}": ["dynamodb:UpdateItem"],
  },
  ConsoleSurfaceShowCharts: {
    ...authorizes,
    "{Organizations.Arn}": [
      "dynamodb:GetItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, timeZone if StringEqualsIfExists dynamodb:Select SPECIFIC_ATTRIBUTES",
    ],
    "{Counters.Arn}": ["dynamodb:GetItem"],
    "{CountEvents.Arn}": ["dynamodb:Query"],
    "{CountMarks.Arn}": ["dynamodb:Query"],
    "{CounterGroups.Arn}": ["dynamodb:GetItem"],
  },
  ConsoleSurfaceManageWebhooks: {
    ...authorizes,
    "{Organizations.Arn}": [
      "dynamodb:GetItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, name, plan, createdAt, endpointIds, counterCount, groupCount, alertCount, alertEpoch, revision if StringEqualsIfExists dynamodb:Select SPECIFIC_ATTRIBUTES",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, endpointIds, revision",
    ],
    "{WebhookEndpoints.Arn}": [
      "dynamodb:DeleteItem",
      "dynamodb:GetItem",
      "dynamodb:PutItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem",
    ],
    "{DataKeys.Arn}": ["dynamodb:GetItem", "dynamodb:PutItem"],
    "{Members.Arn}": ["dynamodb:BatchGetItem", "dynamodb:ConditionCheckItem"],
    "{AuditEntries.Arn}": ["dynamodb:PutItem"],
    "{Deliveries.Arn}": [
      "dynamodb:BatchGetItem",
      "dynamodb:GetItem",
      "dynamodb:PutItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem",
    ],
    "{Deliveries.Arn}/index/OpenDeliveries": ["dynamodb:Query"],
    "{Counters.Arn}": ["dynamodb:GetItem", "dynamodb:Query"],
    "{CountEvents.Arn}": ["dynamodb:GetItem", "dynamodb:Query"],
    "{AlertFirings.Arn}": ["dynamodb:GetItem", "dynamodb:Query"],
    "{WebhooksSecretsKey.Arn}": [
      "kms:Decrypt if StringEquals kms:EncryptionContext:purpose webhook-signing-secrets",
      "kms:GenerateDataKeyWithoutPlaintext if StringEquals kms:EncryptionContext:purpose webhook-signing-secrets",
    ],
    "{WebhooksRetriesQueue.Arn}": ["sqs:SendMessage"],
    "{WebhooksSlowAttemptsQueue.Arn}": ["sqs:SendMessage"],
  },
  ConsoleSurfaceRefuseConsoleRequest: {},
  AlertsEvaluateAlerts: {
    "{Organizations.Arn}": [
      "dynamodb:GetItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, plan, alertEpoch, timeZone if StringEqualsIfExists dynamodb:Select SPECIFIC_ATTRIBUTES",
    ],
    "{CounterGroups.Arn}": ["dynamodb:GetItem", "dynamodb:UpdateItem"],
    "{GroupMembers.Arn}": ["dynamodb:BatchGetItem", "dynamodb:UpdateItem"],
    "{Alerts.Arn}": ["dynamodb:PutItem", "dynamodb:Query"],
    "{AlertFirings.Arn}": ["dynamodb:PutItem"],
    "{CountMarks.Arn}": ["dynamodb:PutItem"],
    "{CountEvents.Arn}/stream/*": ["dynamodb:ListStreams"],
    "{CountEvents.StreamArn}": [
      "dynamodb:DescribeStream",
      "dynamodb:GetRecords",
      "dynamodb:GetShardIterator",
    ],
    "{AlertsFailedRecords.Arn}": ["s3:ListBucket"],
    "{AlertsFailedRecords.Arn}/*": ["s3:PutObject"],
  },
  WebhooksDispatchDispatchEvents: {
    "{AlertFirings.Arn}/stream/*": ["dynamodb:ListStreams"],
    "{AlertFirings.StreamArn}": [
      "dynamodb:DescribeStream",
      "dynamodb:GetRecords",
      "dynamodb:GetShardIterator",
    ],
    "{CountEvents.Arn}/stream/*": ["dynamodb:ListStreams"],
    "{CountEvents.StreamArn}": [
      "dynamodb:DescribeStream",
      "dynamodb:GetRecords",
      "dynamodb:GetShardIterator",
    ],
    "{WebhookEndpoints.Arn}": ["dynamodb:Query"],
    "{WebhooksDispatchFailedRecords.Arn}": ["s3:ListBucket"],
    "{WebhooksDispatchFailedRecords.Arn}/*": ["s3:PutObject"],
    "{WebhooksFirstAttemptsQueue.Arn}": ["sqs:SendMessage"],
    "{WebhooksSlowAttemptsQueue.Arn}": ["sqs:SendMessage"],
  },
  WebhooksDeliverWebhook: {
    "arn:{AWS::Partition}:scheduler:{AWS::Region}:{AWS::AccountId}:schedule/Service-Webhooks-Schedules-03BC320A/*":
      ["scheduler:CreateSchedule"],
    "{Deliveries.Arn}": ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
    "{WebhookEndpoints.Arn}": [
      "dynamodb:GetItem",
      "dynamodb:UpdateItem if ForAllValues:StringEquals dynamodb:Attributes organizationId, endpointId, lane, lastSlowAtMs, lastSuccessAtMs, failingSinceMs, lastError, lastErrorAtMs",
    ],
    "{WebhooksFirstAttemptsQueue.Arn}": [
      "sqs:DeleteMessage",
      "sqs:GetQueueAttributes",
      "sqs:ReceiveMessage",
    ],
    "{WebhooksRetriesQueue.Arn}": [
      "sqs:DeleteMessage",
      "sqs:GetQueueAttributes",
      "sqs:ReceiveMessage",
      "sqs:SendMessage",
    ],
    "{WebhooksScheduleRole.Arn}": [
      "iam:PassRole if StringEquals iam:PassedToService scheduler.amazonaws.com",
    ],
    "{WebhooksSecretsKey.Arn}": [
      "kms:Decrypt if StringEquals kms:EncryptionContext:purpose webhook-signing-secrets",
    ],
    "{WebhooksSlowAttemptsQueue.Arn}": [
      "sqs:DeleteMessage",
      "sqs:GetQueueAttributes",
      "sqs:ReceiveMessage",
      "sqs:SendMessage",
    ],
  },
  CanaryRunCanary: {
    "{CanarySecret}": ["secretsmanager:GetSecretValue"],
    "{Organizations.Arn}": ["GetItem", "PutItem", "UpdateItem"].map(ofCanary("organization")),
    "{Counters.Arn}": ["GetItem", "PutItem", "UpdateItem"].map(ofCanary("organization")),
    "{WebhookEndpoints.Arn}": ["DeleteItem", "GetItem", "PutItem", "Query", "UpdateItem"].map(
      ofCanary("organization"),
    ),
    "{ApiKeys.Arn}": ["dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem"],
    "{DataKeys.Arn}": ["dynamodb:GetItem", "dynamodb:PutItem"],
    "{CountEvents.Arn}": ["BatchGetItem", "BatchWriteItem", "PutItem", "Query"].map(
      ofCanary("history"),
    ),
    "{CountMarks.Arn}": ["BatchWriteItem", "PutItem", "Query"].map(ofCanary("history")),
    "{IdempotencyKeys.Arn}": ["BatchGetItem", "GetItem", "PutItem"].map(ofCanary("counter")),
    "{WebhooksSecretsKey.Arn}": [
      "kms:Decrypt if StringEquals kms:EncryptionContext:purpose webhook-signing-secrets",
      "kms:GenerateDataKeyWithoutPlaintext if StringEquals kms:EncryptionContext:purpose webhook-signing-secrets",
    ],
  },
  ReadApiSurfaceReceiveCanary: {
    "{CanarySecret}": ["secretsmanager:GetSecretValue"],
    "{IdempotencyKeys.Arn}": ["PutItem"].map(ofCanary("counter")),
  },
  CanarySchedule: { "{CanaryRunCanaryFunctionAliaslive}": ["lambda:InvokeFunction"] },
  WebhooksSchedule: {
    "{WebhooksRetriesDeadLetters.Arn}": ["sqs:SendMessage"],
    "{WebhooksRetriesQueue.Arn}": ["sqs:SendMessage"],
    "{WebhooksSlowAttemptsQueue.Arn}": ["sqs:SendMessage"],
  },
};

/** Whose roles are Scheduler's, and not a function's, each with the group of its schedules. */
const groupOf: Record<string, string> = {
  WebhooksSchedule: "{WebhooksSchedules.Arn}",
  CanarySchedule:
    "arn:{AWS::Partition}:scheduler:{AWS::Region}:{AWS::AccountId}:schedule-group/default",
};
const ofSchedules = Object.keys(groupOf);

const writesLogs = ["logs:CreateLogStream", "logs:PutLogEvents"];

test("each function may do what it must, and nothing else", () => {
  const expected = Object.entries(granted).map(([who, rights]) => {
    const logs = ofSchedules.includes(who) ? {} : { [`{${who}Logs.Arn}`]: writesLogs };
    return [who, { ...rights, ...logs }];
  });
  const found = Object.entries(resources("AWS::IAM::Policy")).map(([id, { Properties }]) => {
    const who = id.replace(/RoleDefaultPolicy$/, "");
    expect(resolved(Properties.Roles)).toEqual([`{${who}Role}`]);
    return [who, rightsOf(Document.parse(resolved(Properties.PolicyDocument)).Statement)];
  });
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

/** Per resource the actions that the statements allow, sorted, each with its condition. */
function rightsOf(statements: Statement[]): Record<string, string[]> {
  const rights: Record<string, string[]> = {};
  for (const statement of statements) {
    expect(statement).toMatchObject({ Effect: "Allow", Resource: expect.any(Array) });
    const condition = conditionText(statement.Condition);
    for (const resource of statement.Resource ?? []) {
      rights[resource] ??= [];
      rights[resource].push(...statement.Action.map((action) => `${action}${condition}`));
    }
  }
  for (const actions of Object.values(rights)) actions.sort();
  return rights;
}

function conditionText(condition: Statement["Condition"] = {}): string {
  return Object.entries(condition)
    .flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, values]) => ` if ${operator} ${key} ${values.join(", ")}`),
    )
    .join("");
}

test("each role is assumed by Lambda alone, those of schedules by Scheduler for one group of this account", () => {
  const trusted = Object.entries(resources("AWS::IAM::Role")).map(([id, { Properties }]) => {
    const { AssumeRolePolicyDocument, ...other } = Properties;
    // Neither managed nor inline policies: all rights stand in the table above.
    expect(other).toEqual({});
    return [id, Document.parse(resolved(AssumeRolePolicyDocument)).Statement];
  });
  const assumedBy = (service: string) => ({
    Action: ["sts:AssumeRole"],
    Effect: "Allow",
    Principal: { Service: service },
  });
  const expected = Object.keys(granted).map((who) => [
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
  const expected = queues.map((queue) => ({
    queues: [`{${queue}}`],
    statements: [{ ...everybodyWithoutTls, Action: ["sqs:*"], Resource: [`{${queue}.Arn}`] }],
  }));
  expect(policies.toSorted(byQueue)).toEqual(expected.toSorted(byQueue));
});

function byQueue(a: { queues: unknown }, b: { queues: unknown }): number {
  return String(a.queues).localeCompare(String(b.queues));
}

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

test("each HTTP API may invoke its functions, and nobody else may", () => {
  const permissions = propertiesOf("AWS::Lambda::Permission").map((properties) => {
    const permission = resolved(properties);
    expect(permission).toMatchObject({
      Action: "lambda:InvokeFunction",
      Principal: "apigateway.amazonaws.com",
    });
    return invocation(permission);
  });
  expect([...new Set(permissions)].toSorted()).toEqual(
    [
      ...[
        "ListCounters",
        "GetCounter",
        "GetCounterHistory",
        "GetOpenapi",
        "RefuseApiRequest",
        "ReceiveCanary",
      ].map((name) => `ReadApi/*/* ReadApiSurface${name}`),
      ...[
        "ShowHome",
        "GetOembed",
        "ShowEmbed",
        "GetEmbedCount",
        "GetSiteFile",
        "RefuseSiteRequest",
      ].map((name) => `Site/*/* SiteSurface${name}`),
      ...[...consoleSurface.functions, consoleSurface.refuse].map(
        ({ name }) => `Console/*/* ConsoleSurface${pascalCase(name)}`,
      ),
    ].toSorted(),
  );
});

function pascalCase(kebabCase: string): string {
  return kebabCase.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
}

/** Of a permission the API with stage and path, and the function. */
function invocation(permission: unknown): string {
  const { SourceArn, FunctionName } = z
    .object({ SourceArn: z.string(), FunctionName: z.string() })
    .parse(permission);
  const [, api, path] =
    /^arn:\{AWS::Partition\}:execute-api:\{AWS::Region\}:\{AWS::AccountId\}:\{(\w+)SurfaceHttpApi\}\/\*(\/\*.*)$/.exec(
      SourceArn,
    ) ?? [];
  return `${api}${path} ${FunctionName.replace(/^\{|FunctionAliaslive\}$/g, "")}`;
}
