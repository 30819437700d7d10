import { setImmediate } from "node:timers/promises";
import {
  type AttributeValue,
  BatchGetItemCommand,
  type BatchGetItemCommandOutput,
  type DynamoDBClient,
  GetItemCommand,
  type KeysAndAttributes,
} from "@aws-sdk/client-dynamodb";
import { systemClock } from "../system-clock.ts";
import type { ItemBytes } from "./dynamodb-plain-items.ts";
import { beforeParsing, rawItems } from "./dynamodb-raw-items.ts";
import { isFailedCall } from "./failed-calls.ts";

export type Item = Record<string, AttributeValue>;

interface Asked {
  tableName: string;
  key: Item;
}

type UnprocessedKeys = BatchGetItemCommandOutput["UnprocessedKeys"];

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
  wanted: Asked[],
  attributes: Record<string, readonly string[]> = {},
): Promise<Map<string, Item[]>> {
  const found = new Map<string, Item[]>();
  await getAll(wanted, async (asked) => {
    const { Responses = {}, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({ RequestItems: requestItems(asked, attributes) }),
    );
    for (const [tableName, items] of Object.entries(Responses)) {
      found.set(tableName, [...(found.get(tableName) ?? []), ...items]);
    }
    return UnprocessedKeys;
  });
  return found;
}

/** The same for items of one table, which `add` gets as DynamoDB sent them. */
export async function batchGetBytes(
  client: DynamoDBClient,
  { tableName, keys }: { tableName: string; keys: Item[] },
  add: (items: ItemBytes) => void,
): Promise<void> {
  const wanted = keys.map((key) => ({ tableName, key }));
  await getAll(wanted, async (asked) => {
    const command = new BatchGetItemCommand({ RequestItems: requestItems(asked, {}) });
    const { items, middleware } = rawItems(tableName);
    command.middlewareStack.add(middleware, beforeParsing);
    const { UnprocessedKeys } = await client.send(command);
    add(items);
    return UnprocessedKeys;
  });
}

async function getAll(
  wanted: Asked[],
  get: (asked: Asked[]) => Promise<UnprocessedKeys>,
): Promise<void> {
  let left = wanted;
  let attempt = 0;
  while (left.length > 0) {
    const asked = left.slice(0, batchGetKeys);
    const unprocessed = Object.entries((await get(asked)) ?? {}).flatMap(
      ([tableName, { Keys = [] }]) => Keys.map((key) => ({ tableName, key })),
    );
    left = [...unprocessed, ...left.slice(batchGetKeys)];
    attempt = unprocessed.length < asked.length ? 0 : attempt + 1;
    if (attempt === maximumAttempts) {
      throw new Error("DynamoDB left keys unprocessed again and again");
    }
    if (unprocessed.length > 0) await systemClock.backOff(Math.max(1, attempt));
  }
}

/** Reads one item, strongly consistent; undefined where there is none. */
export type ReadItem = (tableName: string, key: Item) => Promise<Item | undefined>;

/** One GetItem for each item. */
export function singleReads(client: DynamoDBClient): ReadItem {
  return async (tableName, key) => {
    const input = { TableName: tableName, Key: key, ConsistentRead: true };
    return (await client.send(new GetItemCommand(input))).Item;
  };
}

/**
 * One BatchGetItem for all items that are asked for in one turn of the event loop, whatever their
 * tables; one that several ask for is read once. What DynamoDB leaves unprocessed, such as the key of a
 * busy partition, is read by itself, and so is each key of a request that it refuses: nobody waits for
 * another's key. A call that fails otherwise fails for all who asked.
 */
export function gatheredReads(client: DynamoDBClient): ReadItem {
  const readAlone = singleReads(client);
  let asked = new Map<string, Asked>();
  let reading: Promise<Map<string, Item | undefined>> | undefined;

  /** The items by name: undefined where none exists, and no entry where it was not read. */
  async function read(): Promise<Map<string, Item | undefined>> {
    await setImmediate();
    const wanted = [...asked].slice(0, batchGetKeys);
    asked = new Map();
    reading = undefined;
    const keys = wanted.map(([, key]) => key);
    const { Responses = {}, UnprocessedKeys = {} } = await client
      .send(new BatchGetItemCommand({ RequestItems: requestItems(keys, {}) }))
      .catch((error: unknown) => {
        if (isFailedCall(error)) throw error;
        return { Responses: {}, UnprocessedKeys: requestItems(keys, {}) };
      });
    const found = new Map<string, Item | undefined>(wanted.map(([name]) => [name, undefined]));
    const keyOf = new Map(keys.map(({ tableName, key }) => [tableName, Object.keys(key)]));
    for (const [tableName, items] of Object.entries(Responses)) {
      for (const item of items) found.set(itemName(tableName, item, keyOf.get(tableName)), item);
    }
    for (const [tableName, { Keys = [] }] of Object.entries(UnprocessedKeys)) {
      for (const key of Keys) found.delete(itemName(tableName, key, keyOf.get(tableName)));
    }
    return found;
  }

  return async (tableName, key) => {
    const name = itemName(tableName, key);
    asked.set(name, { tableName, key });
    reading ??= read();
    const found = await reading;
    return found.has(name) ? found.get(name) : await readAlone(tableName, key);
  };
}

/** Names an item by its table and key, whether it has only these or more; `attributes` are the key's. */
export function itemName(tableName: string, item: Item, attributes = Object.keys(item)): string {
  return JSON.stringify([tableName, ...attributes.map((attribute) => item[attribute])]);
}

function requestItems(
  asked: Asked[],
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
