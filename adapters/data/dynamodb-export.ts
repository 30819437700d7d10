import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  paginateQuery,
} from "@aws-sdk/client-dynamodb";
import type { ExportPorts, Partitioned } from "../../core/data/export-organization.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";

type Item = Record<string, AttributeValue>;

/** The partition key of each table whose partitions are smaller than an organization. */
const partitionKeys: Record<Partitioned, string> = {
  GroupMembers: "groupKey",
  CountEvents: "counterKey",
  SettingsChanges: "counterId",
  Deliveries: "endpointId",
};

/** How many embeds are read at once. */
const embedsAtOnce = 100;

/** Reads all that an organization has. */
export function dynamodbExport({ clients: { dynamodb }, outputs }: Service): ExportPorts {
  const get = async (TableName: string, Key: Item) =>
    (await dynamodb.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
  const itemsWith = async (TableName: string, keys: Item[]) =>
    (
      await batchGet(
        dynamodb,
        keys.map((key) => ({ tableName: TableName, key })),
      )
    ).get(TableName) ?? [];

  return {
    now: systemClock.now,
    organization: (organizationId) =>
      get(outputs.OrganizationsTable, { organizationId: { S: organizationId } }),
    apiKeys: (hashes) =>
      itemsWith(
        outputs.ApiKeysTable,
        hashes.map((keyHash) => ({ keyHash: { S: keyHash } })),
      ),

    async *embeds(organizationId) {
      const TableName = outputs.EmbedSessionsTable;
      const list = await get(TableName, { sessionId: { S: organizationId } });
      const ids = list?.sessionIds?.SS ?? [];
      for (let start = 0; start < ids.length; start += embedsAtOnce) {
        const some = ids.slice(start, start + embedsAtOnce);
        yield* await itemsWith(
          TableName,
          some.map((sessionId) => ({ sessionId: { S: sessionId } })),
        );
      }
    },

    async *ofOrganization(table, organizationId) {
      const tableName = outputs[`${table}Table`];
      // There are no notices where people get no mail.
      if (tableName === undefined) return;
      yield* partition(dynamodb, { tableName, key: "organizationId", value: organizationId });
    },
    ofPartition: (table, value, upTo) =>
      partition(dynamodb, {
        ...{ tableName: outputs[`${table}Table`], key: partitionKeys[table], value, upTo },
      }),
  };
}

/** The items of a partition, a page at a time, in the order of the sort key. */
async function* partition(
  client: DynamoDBClient,
  of: { tableName: string; key: string; value: string; upTo?: number | undefined },
): AsyncGenerator<Item> {
  const bounded = of.upTo !== undefined;
  const pages = paginateQuery(
    { client },
    {
      TableName: of.tableName,
      KeyConditionExpression: `#key = :value${bounded ? " AND lastEventId <= :upTo" : ""}`,
      ExpressionAttributeNames: { "#key": of.key },
      ExpressionAttributeValues: {
        ":value": { S: of.value },
        ...(bounded && { ":upTo": { N: String(of.upTo) } }),
      },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}
