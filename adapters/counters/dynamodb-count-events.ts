import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  paginateQuery,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import {
  CountEvent,
  causeOf,
  countEventId,
  countEventTypes,
  type StoredCount,
  type WatchedCount,
} from "../../core/counters/count-event.ts";
import { isLate } from "../../core/counters/count-mark.ts";
import type { CounterKey } from "../../core/counters/counter.ts";
import type { CountEvents } from "../../core/counters/history-page.ts";
import type { Tables } from "../../core/tables.ts";
import { abortOptions } from "../aws/dynamodb-client.ts";
import { parseItem, StreamImage } from "../aws/dynamodb-items.ts";
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

/** The count in a stream's image, with the fields of its webhook; throws for any other image. */
export function storedCountOf(image: unknown): StoredCount {
  return withCounter(parseItem(StoredCountItem, StreamImage.parse(image)));
}

/** The count in a stream's image, with what evaluation needs; throws for any other image. */
export function watchedCountOf(image: unknown): WatchedCount {
  const { metadata, ...count } = parseItem(WatchedCountItem, StreamImage.parse(image));
  const { createdAt } = count;
  const late = isLate({ metadata, createdAt });
  const cause = causeOf({ metadata });
  return { ...withCounter(count), ...(late && { late }), cause };
}

/** The organization and the counter in the place of their common key. */
function withCounter<Stored extends { counterKey: string }>({ counterKey, ...stored }: Stored) {
  const slash = counterKey.indexOf("/");
  const organizationId = counterKey.slice(0, slash);
  return { ...stored, organizationId, counterId: counterKey.slice(slash + 1) };
}

const StoredCountItem = CountEvent.pick({
  eventType: true,
  count: true,
  previousCount: true,
  delta: true,
  lastEventId: true,
  createdAt: true,
}).extend({
  counterKey: z.string().regex(/^[^/]+\/[^/]+$/),
  counterName: z.string(),
  groupId: z.string().exactOptional(),
});

const StoredMetadata = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : JSON.parse(text)))
  .pipe(CountEvent.shape.metadata);

const WatchedCountItem = StoredCountItem.extend({
  metadata: StoredMetadata.default(null),
  hasAlerts: z.boolean().default(false),
  goalTarget: z.number().nullable().default(null),
});
