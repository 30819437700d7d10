import { expect, test } from "vitest";
import * as z from "zod";
import { stableLogicalIds } from "./stable-logical-ids.ts";
import {
  ephemeral,
  everySetting,
  otherSettings,
  type Resource,
  resources,
  stackOf,
  template,
} from "./synthesized.ts";

const Table = z.object({
  BillingMode: z.literal("PAY_PER_REQUEST"),
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(["S", "N"]) }),
  ),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) })),
  GlobalSecondaryIndexes: z
    .array(
      z.object({
        IndexName: z.string(),
        KeySchema: z.array(z.object({ AttributeName: z.string() })),
        Projection: z.object({ NonKeyAttributes: z.array(z.string()).optional() }),
      }),
    )
    .default([]),
  StreamSpecification: z.object({ StreamViewType: z.string() }).optional(),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string(), Enabled: z.literal(true) })
    .optional(),
  Replicas: z.tuple([
    z.object({
      DeletionProtectionEnabled: z.boolean(),
      PointInTimeRecoverySpecification: z.object({ PointInTimeRecoveryEnabled: z.boolean() }),
    }),
  ]),
});

function tables(from = template()): [name: string, Resource, z.infer<typeof Table>][] {
  const found = Object.entries(resources("AWS::DynamoDB::GlobalTable", from));
  return found.map(([name, resource]) => [name, resource, Table.parse(resource.Properties)]);
}

/** A table in words: partition key and sort key with their types, expiry and stream. */
function inWords(table: z.infer<typeof Table>): string {
  const types = new Map(
    table.AttributeDefinitions.map(({ AttributeName, AttributeType }) => [
      AttributeName,
      AttributeType,
    ]),
  );
  const keys = table.KeySchema.map(
    ({ AttributeName, KeyType }) => `${KeyType} ${AttributeName} ${types.get(AttributeName)}`,
  );
  const expiry = table.TimeToLiveSpecification?.AttributeName;
  const stream = table.StreamSpecification?.StreamViewType;
  const indexes = table.GlobalSecondaryIndexes.map(
    ({ IndexName, KeySchema, Projection }) =>
      `${IndexName} by ${KeySchema.map(({ AttributeName }) => AttributeName).join(" and ")} ` +
      `with ${Projection.NonKeyAttributes?.join(", ") ?? "keys only"}`,
  );
  return [
    ...keys,
    ...indexes,
    ...(expiry ? [`TTL ${expiry}`] : []),
    ...(stream ? [stream] : []),
  ].join(", ");
}

test("each table has its keys, its expiry and its stream", () => {
  expect(Object.fromEntries(tables().map(([name, , table]) => [name, inWords(table)]))).toEqual({
    Organizations:
      "HASH organizationId S, NextDayStarts by dayStartsIndex and nextDayStart with keys only",
    OrganizationDeletions: "HASH organizationId S",
    ApiKeys: "HASH keyHash S",
    Counters: "HASH organizationId S, RANGE counterId S",
    CountEvents: "HASH counterKey S, RANGE lastEventId N, NEW_IMAGE",
    CountMarks: "HASH targetKey S, RANGE mark S",
    SettingsChanges: "HASH counterId S, RANGE version N",
    IdempotencyKeys: "HASH counterId S, RANGE idempotencyKey S, TTL expiresAt",
    WebhookEndpoints:
      "HASH organizationId S, RANGE endpointId S, " +
      "WatchedEndpoints by plan and watchAt with keys only",
    DataKeys: "HASH keyName S",
    Deliveries:
      "HASH endpointId S, RANGE deliveryKey S, " +
      "OpenDeliveries by endpointId and openKey with closedAtMs, TTL expiresAt",
    EmbedSessions: "HASH sessionId S",
    CounterGroups: "HASH organizationId S, RANGE groupId S",
    GroupMembers: "HASH groupKey S, RANGE counterId S",
    Alerts: "HASH organizationId S, RANGE alertKey S, NEW_IMAGE",
    AlertFirings: "HASH organizationId S, RANGE firingKey S, TTL expiresAt, NEW_IMAGE",
    People: "HASH personId S",
    Members: "HASH organizationId S, RANGE memberKey S",
    Invitations: "HASH organizationId S, RANGE invitationId S, TTL expiresAt",
    Sessions: "HASH sessionHash S, TTL expiresAt",
    Gates: "HASH organizationId S, RANGE gateId S",
    RateLimits: "HASH limitKey S, TTL expiresAt",
    AuditEntries: "HASH organizationId S, RANGE entryKey S, TTL expiresAt, NEW_IMAGE",
  });
});

test.each([
  ["production", {}, true],
  [otherSettings.stage, otherSettings, true],
  [ephemeral.stage, ephemeral, false],
])("in the stage %s data are kept and recoverable, or not", (_, settings, durable) => {
  const made = template(settings);
  // What a failed first deployment made is deleted with it; a retry would meet names that are taken.
  const afterwards = durable ? "RetainExceptOnCreate" : "Delete";
  const replaced = durable ? "Retain" : "Delete";
  for (const [name, resource, { Replicas }] of tables(made)) {
    expect([name, resource]).toMatchObject([
      name,
      { DeletionPolicy: afterwards, UpdateReplacePolicy: replaced },
    ]);
    expect([name, Replicas[0]]).toMatchObject([
      name,
      {
        DeletionProtectionEnabled: false,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: durable },
      },
    ]);
  }
  for (const type of ["AWS::S3::Bucket", "AWS::KMS::Key", "AWS::Logs::LogGroup"]) {
    for (const resource of Object.values(resources(type, made))) {
      expect([type, resource]).toMatchObject([
        type,
        { DeletionPolicy: afterwards, UpdateReplacePolicy: replaced },
      ]);
    }
  }
});

test("with protectData neither table can be deleted, nor the user pool, nor the stack", () => {
  const made = template(everySetting);
  for (const [name, , { Replicas }] of tables(made)) {
    expect([name, Replicas[0].DeletionProtectionEnabled]).toEqual([name, true]);
  }
  made.hasResourceProperties("AWS::Cognito::UserPool", { DeletionProtection: "ACTIVE" });
  expect(stackOf(everySetting).terminationProtection).toBe(true);
  expect(stackOf({}).terminationProtection).toBe(false);
});

test("queues and the group of schedules go with the stack, in every stage", () => {
  for (const type of ["AWS::SQS::Queue", "AWS::Scheduler::ScheduleGroup"]) {
    for (const resource of Object.values(resources(type))) {
      expect(resource).toMatchObject({ DeletionPolicy: "Delete", UpdateReplacePolicy: "Delete" });
    }
  }
});

test("the key of the signing secrets is rotated", () => {
  const keys = Object.values(resources("AWS::KMS::Key"));
  expect(keys).toMatchObject([{ Properties: { EnableKeyRotation: true } }]);
  // Disabled, or of another kind, it decrypts nothing.
  for (const { Properties } of keys) {
    expect(Properties).not.toHaveProperty("Enabled", false);
    expect(Properties.KeySpec ?? "SYMMETRIC_DEFAULT").toBe("SYMMETRIC_DEFAULT");
  }
});

test("what holds data keeps its logical id", () => {
  const made = template();
  const found = Object.keys(stableLogicalIds).map((type) => [
    type,
    Object.keys(made.findResources(type)).toSorted(),
  ]);
  expect(Object.fromEntries(found)).toEqual(stableLogicalIds);
  // An alias is named after its function.
  const aliases = Object.keys(made.findResources("AWS::Lambda::Alias"));
  const named = stableLogicalIds["AWS::Lambda::Function"].map((id) => id.slice(0, -8));
  expect(aliases.map((id) => id.replace(/Aliaslive.{8}$/, "")).toSorted()).toEqual(named);
});

test("the tables of a tap are as warm as they should be, for writes and for reads", () => {
  const warm = (settings: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(resources("AWS::DynamoDB::GlobalTable", template(settings))).flatMap(
        ([id, { Properties }]) =>
          Properties.WarmThroughput === undefined ? [] : [[id, Properties.WarmThroughput]],
      ),
    );
  const expected = { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 10_000 };
  expect(warm(everySetting)).toEqual({
    Counters: expected,
    CountEvents: expected,
    CountMarks: expected,
    IdempotencyKeys: expected,
  });
  expect(warm({})).toEqual({});
  // A table's quota is 40,000 units of each.
  const most = { ReadUnitsPerSecond: 40_000, WriteUnitsPerSecond: 40_000 };
  expect(Object.values(warm({ warmTapsPerSecond: "20000" }))).toEqual([most, most, most, most]);
});
