import type { AttributeValue, DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { StoredCounter } from "../../core/counters/counter.ts";
import type { StoredCounters } from "../../core/counters/counter-lookup.ts";
import type { Tables } from "../../core/tables.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { organizationItems } from "../aws/organization-items.ts";
import { readableItems } from "../aws/readable-items.ts";
import { counterItem } from "./contract-counters.ts";

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
