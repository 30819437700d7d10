import {
  type AttributeValue,
  BatchGetItemCommand,
  type DynamoDBClient,
} from "@aws-sdk/client-dynamodb";

export type Item = Record<string, AttributeValue>;

/** The most keys of one BatchGetItem. */
const batchGetKeys = 100;

/**
 * The items that exist, strongly consistent and in no particular order, by table; all keys must
 * differ. Throws when DynamoDB returns nothing of what is left.
 */
export async function batchGet(
  client: DynamoDBClient,
  wanted: { tableName: string; key: Item }[],
): Promise<Map<string, Item[]>> {
  const found = new Map<string, Item[]>();
  let left = wanted;
  while (left.length > 0) {
    const asked = left.slice(0, batchGetKeys);
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(
      new BatchGetItemCommand({ RequestItems: requestItems(asked) }),
    );
    for (const [tableName, items] of Object.entries(Responses)) {
      found.set(tableName, [...(found.get(tableName) ?? []), ...items]);
    }
    const unprocessed = Object.entries(UnprocessedKeys).flatMap(([tableName, { Keys = [] }]) =>
      Keys.map((key) => ({ tableName, key })),
    );
    if (unprocessed.length === asked.length) throw new Error("DynamoDB returns no items");
    left = [...unprocessed, ...left.slice(batchGetKeys)];
  }
  return found;
}

function requestItems(asked: { tableName: string; key: Item }[]) {
  const tables = Map.groupBy(asked, ({ tableName }) => tableName);
  return Object.fromEntries(
    [...tables].map(([tableName, keys]) => [
      tableName,
      { Keys: keys.map(({ key }) => key), ConsistentRead: true },
    ]),
  );
}
