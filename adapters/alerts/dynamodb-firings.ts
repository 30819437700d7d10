import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import {
  AlertData,
  type Firing,
  type FiringKey,
  type FiringPageQuery,
  firingDays,
  firingKeyOf,
} from "../../core/alerts/firing.ts";
import type { Tables } from "../../core/tables.ts";
import { filteredPage } from "../aws/dynamodb-filtered-page.ts";
import { parseItem, StreamImage } from "../aws/dynamodb-items.ts";
import { queriedItems } from "../aws/queried-items.ts";
import { readableItems } from "../aws/readable-items.ts";

export interface Firings {
  get(key: FiringKey): Promise<Firing | undefined>;
  /** Newest first. `since` is ISO 8601. */
  list(organizationId: string, options: { since?: string | undefined }): Promise<Firing[]>;
  /** Newest first; of one alert a page can be short, or empty, before the last one. */
  page(
    query: FiringPageQuery & { since: string },
  ): Promise<{ firings: Firing[]; next: string | null }>;
}

/** Firings of alerts; every read is strongly consistent. */
export function dynamodbFirings(
  client: DynamoDBClient,
  { alertFirings: tableName }: Tables<"alertFirings">,
): Firings {
  return {
    async get(key) {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableName, Key: marshall(key), ConsistentRead: true }),
      );
      return Item === undefined ? undefined : firingOf(Item);
    },

    async list(organizationId, { since }) {
      const bounded = since === undefined ? "" : " AND firingKey >= :since";
      const items = await queriedItems(client, {
        TableName: tableName,
        KeyConditionExpression: `organizationId = :organizationId${bounded}`,
        ExpressionAttributeValues: marshall({
          ":organizationId": organizationId,
          ...(since !== undefined && { ":since": since }),
        }),
        ScanIndexForward: false,
        ConsistentRead: true,
      });
      return readableItems("alertFirings", items, firingOf);
    },

    async page({ organizationId, since, alertId, from, limit }) {
      // DynamoDB refuses a start that lies outside of what is asked for.
      if (from !== undefined && from < since) return { firings: [], next: null };
      const { items, lastKey } = await filteredPage(
        client,
        {
          TableName: tableName,
          KeyConditionExpression: "organizationId = :organizationId AND firingKey >= :since",
          ExpressionAttributeValues: marshall({
            ":organizationId": organizationId,
            ":since": since,
            ...(alertId !== undefined && { ":alertId": alertId }),
          }),
          ...(alertId !== undefined && { FilterExpression: "alertId = :alertId" }),
          ...(from !== undefined && {
            ExclusiveStartKey: marshall({ organizationId, firingKey: from }),
          }),
          ScanIndexForward: false,
          ConsistentRead: true,
        },
        { limit, keyAttributes: ["organizationId", "firingKey"] },
      );
      const firings = readableItems("alertFirings", items, firingOf);
      return { firings, next: lastKey?.firingKey?.S ?? null };
    },
  };
}

/** Stores a firing, whose stream record dispatches its webhook. */
export function firingCreation(tableName: string, firing: Firing): TransactWriteItem {
  const expiresAt = Math.floor(Date.parse(firing.createdAt) / 1_000) + firingDays * 86_400;
  return {
    Put: {
      TableName: tableName,
      Item: marshall({ ...firing, ...firingKeyOf(firing), expiresAt }),
      ConditionExpression: "attribute_not_exists(firingKey)",
    },
  };
}

/** The firing in a stream's image; throws for any other image. */
export function firingIn(image: unknown): Firing {
  return firingOf(StreamImage.parse(image));
}

function firingOf(item: Record<string, AttributeValue>): Firing {
  return parseItem(FiringItem, item);
}

const FiringItem = AlertData.extend({
  createdAt: z.iso.datetime(),
  counterGroupId: z.string().exactOptional(),
});
