import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  paginateQuery,
} from "@aws-sdk/client-dynamodb";
import type { CountEvent } from "../../core/counters/count-event.ts";
import type { CounterKey } from "../../core/counters/counter.ts";
import { countEventId, countEventTypes } from "../../core/counters/counter-names.ts";
import type { CountEvents } from "../../core/counters/history-page.ts";
import type { Tables } from "../../core/tables.ts";
import { abortOptions } from "../aws/dynamodb-client.ts";
import { ItemFields } from "../aws/item-fields.ts";
import { readableItems } from "../aws/readable-items.ts";

/** Strongly consistent: the event of a counter's `lastEventId` is in its history at once. */
export function dynamodbCountEvents(
  client: DynamoDBClient,
  { countEvents: tableName }: Tables<"countEvents">,
): CountEvents {
  return {
    async get(key, lastEventId) {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tableName,
          Key: { counterKey: { S: counterKeyText(key) }, lastEventId: { N: String(lastEventId) } },
          ConsistentRead: true,
        }),
      );
      return Item === undefined ? undefined : countEventOf(Item);
    },

    async page(key, { limit, beforeEventId }, signal) {
      const events: CountEvent[] = [];
      const bounded = beforeEventId !== undefined;
      const pages = paginateQuery(
        { client },
        {
          TableName: tableName,
          KeyConditionExpression: `counterKey = :counterKey${bounded ? " AND lastEventId < :before" : ""}`,
          ExpressionAttributeValues: {
            ":counterKey": { S: counterKeyText(key) },
            ...(bounded && { ":before": { N: String(beforeEventId) } }),
          },
          ScanIndexForward: false,
          Limit: limit,
          ConsistentRead: true,
        },
        abortOptions(signal),
      );
      for await (const { Items } of pages) {
        events.push(...readableItems("countEvents", Items ?? [], countEventOf));
        if (events.length >= limit) break;
      }
      return events.slice(0, limit);
    },
  };
}

/**
 * The partition of a counter's events. It begins with the organization, so nobody's request can
 * reach, count or time another organization's events.
 */
export function counterKeyText({ organizationId, counterId }: CounterKey): string {
  return `${organizationId}/${counterId}`;
}

/** The count event in an item of the count-events table. */
export function countEventOf(item: Record<string, AttributeValue>): CountEvent {
  const fields = new ItemFields(item);
  const counterKey = fields.text("counterKey");
  const counterId = counterKey.slice(counterKey.indexOf("/") + 1);
  const lastEventId = fields.integer("lastEventId");
  return {
    id: countEventId(counterId, lastEventId),
    counterId,
    eventType: fields.oneOf(countEventTypes, "eventType"),
    count: fields.integer("count"),
    previousCount: fields.integer("previousCount"),
    delta: fields.integer("delta"),
    lastEventId,
    metadata: fields.isNull("metadata") ? null : metadataOf(fields),
    createdAt: fields.text("createdAt"),
  };
}

// Metadata is kept as JSON text: a DynamoDB map would lose the order of its keys.
function metadataOf(fields: ItemFields): Record<string, unknown> {
  const metadata = jsonOf(fields.text("metadata"));
  const isObject = typeof metadata === "object" && metadata !== null && !Array.isArray(metadata);
  return isObject ? { ...metadata } : fields.refuse("metadata");
}

/** Undefined for text that is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
