import {
  type AttributeValue,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  GetItemCommand,
  PutItemCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-dynamodb";
import { onTestFinished } from "vitest";
import { randomBase62 } from "../../adapters/random.ts";
import { StackOutputs } from "../../adapters/stack-outputs.ts";
import { pagesAsText } from "./pages-as-text.ts";
import { client, outputs } from "./service.ts";

export type Item = Record<string, AttributeValue>;

const allOutputs: Record<string, unknown> = StackOutputs.parse(outputs);

/** The live table of a name such as `Counters`. */
export function liveTable(name: string): string {
  return String(allOutputs[`${name}Table`]);
}

/** The items of a live table that have one of these texts in them. */
export async function itemsWith(name: string, ...texts: string[]): Promise<Item[]> {
  const found: Item[] = [];
  const isWanted = (json: string) => texts.some((text) => json.includes(text));
  for await (const page of pagesAsText(liveTable(name))) {
    if (!isWanted(page)) continue;
    // No table has binary attributes, the only ones that the SDK would read in another way.
    const { Items }: { Items: Item[] } = JSON.parse(page);
    found.push(...Items.filter((item) => isWanted(JSON.stringify(item))));
  }
  return found;
}

/**
 * A table as AWS would restore it: the same keys, and these items, without stream, time to live and
 * tags. The emulator has no point-in-time recovery, so it has no RestoreSummary either.
 */
export async function restoredTable(
  name: string,
  items: Item[],
  { prefix = `restored-${randomBase62(8)}-` } = {},
): Promise<{ prefix: string; tableName: string }> {
  const tableName = `${prefix}${name}`;
  const { Table } = await client.send(new DescribeTableCommand({ TableName: liveTable(name) }));
  const keys = Table?.KeySchema?.map(({ AttributeName }) => AttributeName);
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions?.filter(({ AttributeName }) =>
        keys?.includes(AttributeName),
      ),
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
  onTestFinished(async () => {
    await client.send(new DeleteTableCommand({ TableName: tableName })).catch((error) => {
      // The SDK's own second attempt, where the response to the first was lost.
      if (!(error instanceof ResourceNotFoundException)) throw error;
    });
  });
  for (const Item of items) await client.send(new PutItemCommand({ TableName: tableName, Item }));
  return { prefix, tableName };
}

/** Removes an item from its live table, as a bug or a wrong script would. */
export async function lose(name: string, item: Item): Promise<void> {
  await client.send(
    new DeleteItemCommand({ TableName: liveTable(name), Key: await keyOf(name, item) }),
  );
}

/** The item with the same key in the live table. */
export async function liveItem(name: string, item: Item): Promise<Item | undefined> {
  const Key = await keyOf(name, item);
  const get = new GetItemCommand({ TableName: liveTable(name), Key, ConsistentRead: true });
  return (await client.send(get)).Item;
}

async function keyOf(name: string, item: Item): Promise<Item> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: liveTable(name) }));
  const keys = Table?.KeySchema?.map(({ AttributeName }) => AttributeName) ?? [];
  return Object.fromEntries(Object.entries(item).filter(([attribute]) => keys.includes(attribute)));
}
