import {
  CreateTableCommand,
  DeleteTableCommand,
  PutItemCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { StackOutputs } from "../../../adapters/stack-outputs.ts";
import { client, outputs } from "../service.ts";
import type { StoredTable } from "./fixtures.ts";

/** The service's outputs with tables of their own that hold what a release has stored. */
export async function createFixtureTables(
  release: string,
  tables: Record<string, StoredTable>,
): Promise<StackOutputs> {
  const names: Record<string, string> = {};
  for (const [noun, table] of Object.entries(tables)) {
    const TableName = `release-${release}-${noun}`;
    names[`${noun}Table`] = TableName;
    await createTable(TableName, table);
  }
  return StackOutputs.parse({ ...outputs, ...names });
}

async function createTable(
  TableName: string,
  { attributes, key, indexes, items }: StoredTable,
): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: attributes,
      KeySchema: key,
      ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 30 }, { TableName });
  for (const Item of items) await client.send(new PutItemCommand({ TableName, Item }));
}

export async function deleteFixtureTables(
  release: string,
  tables: Record<string, StoredTable>,
): Promise<void> {
  for (const noun of Object.keys(tables)) {
    await client.send(new DeleteTableCommand({ TableName: `release-${release}-${noun}` }));
  }
}
