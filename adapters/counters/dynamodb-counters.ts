import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import {
  type Counter,
  type CounterKey,
  counterModes,
  StoredCounter,
} from "../../core/counters/counter.ts";
import type { Counters, StoredCounters } from "../../core/counters/counter-lookup.ts";
import type { Tables } from "../../core/tables.ts";
import type { Item } from "../aws/dynamodb-batch-get.ts";
import { abortOptions } from "../aws/dynamodb-client.ts";
import { organizationItems, parseItem } from "../aws/dynamodb-items.ts";
import { ItemFields } from "../aws/item-fields.ts";
import { readableItems } from "../aws/readable-items.ts";

/** The counters in use. Only here does an archived counter become an absent one. */
export function dynamodbCounters(
  client: DynamoDBClient,
  { counters: tableName }: Tables<"counters">,
): Counters {
  return {
    async get(key, signal) {
      const item = await counterItem(client, tableName, { key, signal });
      return item && contractCounterOf(item);
    },

    async list(organizationId, signal) {
      const items = await organizationItems(client, { tableName, organizationId }, signal);
      const counters = readableItems("counters", items, contractCounterOf);
      return counters.filter((counter) => counter !== undefined);
    },
  };
}

/** The counter in an item as the contract has it; undefined for one that is archived. */
export function contractCounterOf(item: Item): Counter | undefined {
  const fields = new ItemFields(item);
  if (fields.has("archivedAt")) return undefined;
  return {
    id: fields.text("counterId"),
    name: fields.text("name"),
    count: fields.integer("count"),
    incrementStep: fields.integer("incrementStep"),
    decrementStep: fields.integer("decrementStep"),
    mode: fields.oneOf(counterModes, "mode"),
    organizationId: fields.text("organizationId"),
    groupId: fields.isNull("groupId") ? null : fields.text("groupId"),
    goalTarget: fields.isNull("goalTarget") ? null : fields.number("goalTarget"),
    locked: fields.boolean("locked"),
    version: fields.integer("version"),
    lastEventId: fields.integer("lastEventId"),
    createdAt: fields.text("createdAt"),
    updatedAt: fields.text("updatedAt"),
  };
}

/** Strongly consistent: a client never sees `lastEventId` decrease. */
export function dynamodbStoredCounters(
  client: DynamoDBClient,
  { counters: tableName }: Tables<"counters">,
): StoredCounters {
  return {
    async get(key, signal) {
      const item = await counterItem(client, tableName, { key, signal });
      return item && storedCounterOf(item);
    },

    async list(organizationId, signal) {
      const items = await organizationItems(client, { tableName, organizationId }, signal);
      return readableItems("counters", items, storedCounterOf);
    },
  };
}

async function counterItem(
  client: DynamoDBClient,
  tableName: string,
  { key, signal }: { key: CounterKey; signal: AbortSignal | undefined },
): Promise<Item | undefined> {
  const { organizationId, counterId } = key;
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: tableName,
      Key: { organizationId: { S: organizationId }, counterId: { S: counterId } },
      ConsistentRead: true,
    }),
    abortOptions(signal),
  );
  return Item;
}

/** The counter in an item of the counters table. */
export function storedCounterOf(item: Record<string, AttributeValue>): StoredCounter {
  const { counterId, ...counter } = parseItem(CounterItem, item);
  return { id: counterId, ...counter };
}

const CounterItem = StoredCounter.omit({ id: true }).extend({ counterId: z.string() });

/** The counter as taps find it: an archived one is absent. */
export function inUse(counter: StoredCounter): StoredCounter | undefined {
  return counter.archivedAt === undefined ? counter : undefined;
}

/** Writes the changed fields on condition that the counter has the version from before. */
export function counterUpdate(
  tableName: string,
  { before, after }: { before: StoredCounter; after: StoredCounter },
): TransactWriteItem {
  const fields = Object.keys({ ...before, ...after }) as (keyof StoredCounter)[];
  const changed = fields.filter((field) => before[field] !== after[field]);
  const names = [...new Set([...changed, "version", "updatedAt"] as const)];
  const set = names.filter((name) => after[name] !== undefined);
  const removed = names.filter((name) => after[name] === undefined);
  const removal = removed.map((name, index) => `${index === 0 ? " REMOVE " : ", "}#${name}`);
  return {
    Update: {
      TableName: tableName,
      Key: marshall({ organizationId: after.organizationId, counterId: after.id }),
      ConditionExpression: "#version = :previousVersion",
      UpdateExpression: `SET ${set.map((name) => `#${name} = :${name}`).join(", ")}${removal.join("")}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: marshall({
        ":previousVersion": before.version,
        ...Object.fromEntries(set.map((name) => [`:${name}`, after[name]])),
      }),
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    },
  };
}
