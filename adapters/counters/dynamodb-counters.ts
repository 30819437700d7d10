import { type AttributeValue, type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { Counter, type CounterKey } from "../../core/counters/counter.ts";
import { whileWanted } from "../aws/dynamodb-client.ts";
import { organizationItems, parseItem } from "../aws/dynamodb-items.ts";

export interface Counters {
  get(key: CounterKey, signal?: AbortSignal): Promise<Counter | undefined>;
  /** Every counter of the organization, in no particular order. */
  list(organizationId: string, signal?: AbortSignal): Promise<Counter[]>;
}

/** Strongly consistent, so that a client never sees `lastEventId` go back. */
export function dynamodbCounters(client: DynamoDBClient, tableName: string): Counters {
  return {
    async get({ organizationId, counterId }, signal) {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tableName,
          Key: { organizationId: { S: organizationId }, counterId: { S: counterId } },
          ConsistentRead: true,
        }),
        whileWanted(signal),
      );
      return Item === undefined ? undefined : counterOf(Item);
    },

    async list(organizationId, signal) {
      const items = await organizationItems(client, { tableName, organizationId }, signal);
      return items.map(counterOf);
    },
  };
}

/** The counter in an item of the counters table. */
export function counterOf(item: Record<string, AttributeValue>): Counter {
  const { counterId, ...counter } = parseItem(CounterItem, item);
  return { id: counterId, ...counter };
}

const CounterItem = Counter.omit({ id: true }).extend({ counterId: z.string() });
