import {
  type AttributeValue,
  BatchGetItemCommand,
  type DynamoDBClient,
  type KeysAndAttributes,
} from "@aws-sdk/client-dynamodb";
import { systemClock } from "../system-clock.ts";

export type Item = Record<string, AttributeValue>;

/** The most keys of one BatchGetItem. */
const batchGetKeys = 100;

/** After this many responses in a row without any of the missing items the call fails. */
const maximumAttempts = 5;

/**
 * The items that exist, strongly consistent and in no particular order, by table; all keys must
 * differ. Of a table in `attributes` only these attributes are read. Keys that DynamoDB leaves
 * unprocessed are asked for again, with growing waits; throws when it returns nothing of them again
 * and again.
 */
export async function batchGet(
  client: DynamoDBClient,
  wanted: { tableName: string; key: Item }[],
  attributes: Record<string, readonly string[]> = {},
): Promise<Map<string, Item[]>> {
  const found = new Map<string, Item[]>();
  let left = wanted;
  let attempt = 0;
  while (left.length > 0) {
    const asked = left.slice(0, batchGetKeys);
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(
      new BatchGetItemCommand({ RequestItems: requestItems(asked, attributes) }),
    );
    for (const [tableName, items] of Object.entries(Responses)) {
      found.set(tableName, [...(found.get(tableName) ?? []), ...items]);
    }
    const unprocessed = Object.entries(UnprocessedKeys).flatMap(([tableName, { Keys = [] }]) =>
      Keys.map((key) => ({ tableName, key })),
    );
    left = [...unprocessed, ...left.slice(batchGetKeys)];
    attempt = unprocessed.length < asked.length ? 0 : attempt + 1;
    if (attempt === maximumAttempts) {
      throw new Error("DynamoDB left keys unprocessed again and again");
    }
    if (unprocessed.length > 0) await systemClock.backOff(Math.max(1, attempt));
  }
  return found;
}

function requestItems(
  asked: { tableName: string; key: Item }[],
  attributes: Record<string, readonly string[]>,
): Record<string, KeysAndAttributes> {
  const tables = Map.groupBy(asked, ({ tableName }) => tableName);
  return Object.fromEntries(
    [...tables].map(([tableName, keys]) => [
      tableName,
      {
        Keys: keys.map(({ key }) => key),
        ConsistentRead: true,
        ...projection(attributes[tableName]),
      },
    ]),
  );
}

function projection(attributes: readonly string[] | undefined) {
  if (attributes === undefined) return {};
  const names = attributes.map((attribute, index): [string, string] => [`#a${index}`, attribute]);
  return {
    ProjectionExpression: names.map(([alias]) => alias).join(", "),
    ExpressionAttributeNames: Object.fromEntries(names),
  };
}
