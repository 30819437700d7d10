import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import type { Counter, CounterKey } from "../../core/counters/counter.ts";
import type { Counters } from "../../core/counters/counter-lookup.ts";
import { counterModes } from "../../core/counters/counter-names.ts";
import type { Tables } from "../../core/tables.ts";
import type { Item } from "../aws/dynamodb-batch-get.ts";
import { abortOptions } from "../aws/dynamodb-client.ts";
import { ItemFields } from "../aws/item-fields.ts";
import { organizationItems } from "../aws/organization-items.ts";
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

/** The item of a counter, strongly consistent: a client never sees `lastEventId` decrease. */
export async function counterItem(
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
