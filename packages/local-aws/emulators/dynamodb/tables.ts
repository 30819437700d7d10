import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { StartError } from "../../start-error.ts";
import { type Resource, type Stack, uncheckedAccess } from "../../template/stack.ts";

/** A table of the template. */
export interface TableSpec {
  name: string;
  ttlAttribute?: string;
  definition: z.infer<typeof TableProperties>;
}

export const tableTypes = ["AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"];

const withoutEffect = [
  "TableName",
  "BillingMode",
  "DeletionProtectionEnabled",
  "PointInTimeRecoverySpecification",
  "ContributorInsightsSpecification",
  "ProvisionedThroughput",
  "WriteProvisionedThroughputSettings",
  "WriteOnDemandThroughputSettings",
  "ReadOnDemandThroughputSettings",
  "OnDemandThroughput",
  "WarmThroughput",
  "TableClass",
  "Tags",
];

const KeySchema = z.array(
  z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) }),
);
const Index = z.object({
  IndexName: z.string(),
  KeySchema,
  Projection: z.object({
    ProjectionType: z.enum(["ALL", "KEYS_ONLY", "INCLUDE"]),
    NonKeyAttributes: z.array(z.string()).default([]),
  }),
});
const TableProperties = z.strictObject({
  ResourcePolicy: uncheckedAccess,
  // Without a customer managed key, access to the table includes its key.
  SSESpecification: z.looseObject({ KMSMasterKeyId: uncheckedAccess }).optional(),
  Replicas: z
    .array(
      z.looseObject({
        ResourcePolicy: uncheckedAccess,
        SSESpecification: z.looseObject({ KMSMasterKeyId: uncheckedAccess }).optional(),
        ReplicaStreamSpecification: z.looseObject({ ResourcePolicy: uncheckedAccess }).optional(),
      }),
    )
    .optional(),
  KeySchema,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(["S", "N", "B"]) }),
  ),
  GlobalSecondaryIndexes: z.array(Index).default([]),
  LocalSecondaryIndexes: z.array(Index).default([]),
  StreamSpecification: z
    .object({
      StreamViewType: z.enum(["KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"]),
      ResourcePolicy: uncheckedAccess,
    })
    .optional(),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string().optional(), Enabled: z.boolean() })
    .optional(),
});

/** The tables that the template declares. */
export function readTables(stack: Stack): TableSpec[] {
  return stack.resources(...tableTypes).map((resource) => readTable(stack, resource));
}

/**
 * Makes a table unless it exists. An existing one gets the global indexes that it lacks, as an update
 * of the stack would make them; throws StartError when it differs in anything else.
 */
export async function ensureTable(
  client: DynamoDBClient,
  table: TableSpec,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const existing = await describe(client, table.name);
  if (existing) return refuseDifference(table, await withIndexes(client, table, existing));
  const { definition } = table;
  await client.send(
    new CreateTableCommand({
      TableName: table.name,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: definition.KeySchema,
      AttributeDefinitions: definition.AttributeDefinitions,
      ...indexes(definition),
      ...(definition.StreamSpecification && {
        StreamSpecification: { StreamEnabled: true, ...definition.StreamSpecification },
      }),
    }),
  );
  const waiting = { client, maxWaitTime: 30, minDelay: 1, ...(signal && { abortSignal: signal }) };
  await waitUntilTableExists(waiting, { TableName: table.name });
}

function readTable(stack: Stack, resource: Resource): TableSpec {
  const definition = stack.properties(resource, TableProperties, withoutEffect);
  const ttl = definition.TimeToLiveSpecification;
  return {
    name: stack.nameOf(resource.logicalId),
    definition,
    ...(ttl?.Enabled && ttl.AttributeName && { ttlAttribute: ttl.AttributeName }),
  };
}

function indexes(definition: TableSpec["definition"]) {
  const plain = (index: z.infer<typeof Index>) => ({
    ...index,
    Projection: {
      ProjectionType: index.Projection.ProjectionType,
      ...(index.Projection.NonKeyAttributes.length > 0 && {
        NonKeyAttributes: index.Projection.NonKeyAttributes,
      }),
    },
  });
  const global = definition.GlobalSecondaryIndexes.map(plain);
  const local = definition.LocalSecondaryIndexes.map(plain);
  return {
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
  };
}

async function describe(
  client: DynamoDBClient,
  name: string,
): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function withIndexes(
  client: DynamoDBClient,
  { name, definition }: TableSpec,
  existing: TableDescription,
): Promise<TableDescription> {
  const found = new Set(existing.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  const { GlobalSecondaryIndexes: wanted = [] } = indexes(definition);
  const missing = wanted.filter(({ IndexName }) => !found.has(IndexName));
  for (const index of missing) {
    await client.send(
      new UpdateTableCommand({
        TableName: name,
        AttributeDefinitions: definition.AttributeDefinitions,
        GlobalSecondaryIndexUpdates: [{ Create: index }],
      }),
    );
  }
  if (missing.length === 0) return existing;
  return (await describe(client, name)) ?? existing;
}

function refuseDifference({ name, definition }: TableSpec, existing: TableDescription): void {
  const keys = (
    schema: { AttributeName?: string | undefined; KeyType?: string | undefined }[] = [],
  ) => schema.map((key) => `${key.AttributeName} ${key.KeyType}`).join(", ");
  const indexKeys = (
    list: { IndexName?: string | undefined; KeySchema?: z.infer<typeof KeySchema> }[],
  ) =>
    list
      .map((index) => `${index.IndexName}(${keys(index.KeySchema)})`)
      .sort()
      .join(" ");
  const wanted = [
    keys(definition.KeySchema),
    indexKeys([...definition.GlobalSecondaryIndexes, ...definition.LocalSecondaryIndexes]),
    definition.StreamSpecification?.StreamViewType ?? "no stream",
  ];
  const found = [
    keys(existing.KeySchema),
    indexKeys(
      z
        .array(z.object({ IndexName: z.string(), KeySchema }))
        .parse([
          ...(existing.GlobalSecondaryIndexes ?? []),
          ...(existing.LocalSecondaryIndexes ?? []),
        ]),
    ),
    existing.StreamSpecification?.StreamViewType ?? "no stream",
  ];
  if (wanted.join() === found.join()) return;
  throw new StartError(
    `The table ${name} in the data folder has other keys, indexes or stream than the template ` +
      `(${found.join("; ")} instead of ${wanted.join("; ")}).`,
    { remedy: "empty-data-folder" },
  );
}
