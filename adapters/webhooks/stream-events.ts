import { type DynamoDBClient, GetItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { CountKey, ListedCount, StoredCount } from "../../core/counters/count-event.ts";
import type { CounterKey } from "../../core/counters/counter.ts";
import type { Tables } from "../../core/tables.ts";
import { firingWebhook } from "../../core/webhooks/alert-webhooks.ts";
import { countWebhook } from "../../core/webhooks/count-webhooks.ts";
import type { WebhookEvent } from "../../core/webhooks/webhook-event.ts";
import { firingIn } from "../alerts/dynamodb-firings.ts";
import { listedCountOf, storedCountOf } from "../counters/count-images.ts";
import { counterKeyText } from "../counters/dynamodb-count-events.ts";

/** Make webhook events of stored items. An item's table is known by the name of a key of its own. */
const producers: Record<string, (image: unknown) => WebhookEvent> = {
  counterKey: (image) => countWebhook(storedCountOf(image)),
  firingKey: (image) => firingWebhook(firingIn(image)),
};

/** The webhook event in the new image of a stream record; throws when there is none. */
export function webhookEventOf(image: unknown): WebhookEvent {
  const item = z.record(z.string(), z.unknown()).parse(image);
  const producer = Object.entries(producers).find(([key]) => key in item)?.[1];
  if (producer === undefined) throw new Error("the record is of no table that sends webhooks");
  return producer(item);
}

/** Reads stored counts; undefined for an event that does not exist. */
export function dynamodbStoredCounts(
  client: DynamoDBClient,
  { countEvents: tableName }: Tables<"countEvents">,
) {
  return async ({ lastEventId, ...counter }: CountKey): Promise<StoredCount | undefined> => {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: tableName,
        Key: marshall({ counterKey: counterKeyText(counter), lastEventId }),
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : storedCountOf(Item);
  };
}

/** A counter's newest counts with a lower number than `before`, newest first. */
export function dynamodbNewestCounts(
  client: DynamoDBClient,
  { countEvents: tableName }: Tables<"countEvents">,
) {
  return async (
    counter: CounterKey,
    { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
  ): Promise<ListedCount[]> => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "counterKey = :counterKey AND lastEventId < :before",
        ExpressionAttributeValues: marshall({
          ":counterKey": counterKeyText(counter),
          ":before": before,
        }),
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
      }),
    );
    return Items.map(listedCountOf);
  };
}
