import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  paginateQuery,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { CountEvent, countEventId } from "../core/count-event.ts";
import type { HistoryPage } from "../core/history-page.ts";
import { parseItem } from "./dynamodb-item.ts";

export interface CountEvents {
  get(counterId: string, lastEventId: number): Promise<CountEvent | undefined>;
  /** Newest first; fewer than `limit` only where the history begins. */
  page(counterId: string, page: HistoryPage, signal?: AbortSignal): Promise<CountEvent[]>;
}

/** Strongly consistent, so that what a counter's `lastEventId` shows is in its history at once. */
export function dynamodbCountEvents(client: DynamoDBClient, tableName: string): CountEvents {
  return {
    async get(counterId, lastEventId) {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tableName,
          Key: { counterId: { S: counterId }, lastEventId: { N: String(lastEventId) } },
          ConsistentRead: true,
        }),
      );
      return Item === undefined ? undefined : countEventOf(Item);
    },

    async page(counterId, { limit, beforeEventId }, signal) {
      const events: CountEvent[] = [];
      const bounded = beforeEventId !== undefined;
      const pages = paginateQuery(
        { client },
        {
          TableName: tableName,
          KeyConditionExpression: `counterId = :counterId${bounded ? " AND lastEventId < :before" : ""}`,
          ExpressionAttributeValues: {
            ":counterId": { S: counterId },
            ...(bounded && { ":before": { N: String(beforeEventId) } }),
          },
          ScanIndexForward: false,
          Limit: limit,
          ConsistentRead: true,
        },
        signal === undefined ? {} : { abortSignal: signal },
      );
      for await (const { Items } of pages) {
        events.push(...(Items ?? []).map(countEventOf));
        if (events.length >= limit) break;
      }
      return events.slice(0, limit);
    },
  };
}

/** The count event in an item of the count-events table. */
export function countEventOf(item: Record<string, AttributeValue>): CountEvent {
  const stored = parseItem(CountEventItem, item);
  return { id: countEventId(stored.counterId, stored.lastEventId), ...stored };
}

// Metadata is kept as JSON text: a DynamoDB map would lose the order of its keys.
const CountEventItem = CountEvent.omit({ id: true }).extend({
  metadata: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : JSON.parse(text)))
    .pipe(CountEvent.shape.metadata),
});
