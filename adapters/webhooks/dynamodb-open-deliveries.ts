import { type DynamoDBClient, paginateQuery, QueryCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { DeliveryState } from "../../core/webhooks/delivery.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { openKeyOf } from "./dynamodb-deliveries.ts";

/** The index as lib/platform/tables.ts declares it; eventually consistent. */
const indexName = "OpenDeliveries";

/** Sorts after every key of a delivery: keys are base62 digits. */
export const afterEveryKey = "~";

/** Keys of deliveries in one state, of an endpoint, within bounds that are inclusive. */
export interface OpenKeysQuery {
  endpointId: string;
  state: DeliveryState;
  order: "newest first" | "oldest first";
  /** Keys, or beginnings of keys. */
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
}

/** Up to `limit` keys of deliveries that are in this state; fewer only where there are no more. */
export async function openDeliveryKeys(
  client: DynamoDBClient,
  tableName: string,
  { endpointId, state, order, from = "", to = afterEveryKey, limit }: OpenKeysQuery,
): Promise<string[]> {
  if (from > to) return [];
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: indexName,
      KeyConditionExpression: "endpointId = :endpointId AND openKey BETWEEN :from AND :to",
      ExpressionAttributeValues: marshall({
        ":endpointId": endpointId,
        ":from": openKeyOf(state, from),
        ":to": openKeyOf(state, to),
      }),
      ScanIndexForward: order === "oldest first",
      Limit: limit,
    }),
  );
  return Items.map((item) => parseItem(KeyItem, item).deliveryKey);
}

const KeyItem = z.object({ deliveryKey: z.string() });

/**
 * Counts the deliveries of an endpoint that are in a state, up to `limit`; with `since`, only those
 * that have been in it since then (milliseconds since the epoch), with `until`, not for longer than until then. Looks at twice the limit: an entry
 * has about 120 bytes, so 20,000 of them are 300 read units.
 */
export async function countOpen(
  client: DynamoDBClient,
  tableName: string,
  of: {
    endpointId: string;
    state: DeliveryState;
    since?: number | undefined;
    until?: number | undefined;
    limit: number;
  },
): Promise<{ count: number; exact: boolean }> {
  const { endpointId, state, since = 0, until = Number.MAX_SAFE_INTEGER, limit } = of;
  const isBounded = of.since !== undefined || of.until !== undefined;
  let count = 0;
  let read = 0;
  const pages = paginateQuery(
    { client },
    {
      TableName: tableName,
      IndexName: indexName,
      KeyConditionExpression: "endpointId = :endpointId AND begins_with(openKey, :state)",
      ...(isBounded && { FilterExpression: "closedAtMs BETWEEN :since AND :until" }),
      ExpressionAttributeValues: marshall({
        ":endpointId": endpointId,
        ":state": openKeyOf(state, ""),
        ...(isBounded && { ":since": since, ":until": until }),
      }),
      ScanIndexForward: false,
      Select: "COUNT",
    },
  );
  for await (const { Count = 0, ScannedCount = 0, LastEvaluatedKey } of pages) {
    count += Count;
    read += ScannedCount;
    if (count > limit) return { count: limit, exact: false };
    if (LastEvaluatedKey !== undefined && read >= 2 * limit) return { count, exact: false };
  }
  return { count, exact: true };
}
