import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  paginateQuery,
  QueryCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { type Firing, type FiringKey, firingDays, firingKeyOf } from "../../core/alerts/firing.ts";
import { AlertData } from "../../core/webhooks/webhook-event.ts";
import { ImageAttribute, parseItem } from "../aws/dynamodb-items.ts";

export interface Firings {
  get(key: FiringKey): Promise<Firing | undefined>;
  /** Newest first. `since` is ISO 8601. */
  list(organizationId: string, options: { since?: string | undefined }): Promise<Firing[]>;
  /** Newest first, below the key `before`; fewer than `limit` only where the list begins. */
  page(
    organizationId: string,
    page: { before?: string | undefined; limit: number },
  ): Promise<Firing[]>;
}

/** Firings of alerts; every read is strongly consistent. */
export function dynamodbFirings(client: DynamoDBClient, tableName: string): Firings {
  return {
    async get(key) {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableName, Key: marshall(key), ConsistentRead: true }),
      );
      return Item === undefined ? undefined : firingOf(Item);
    },

    async list(organizationId, { since }) {
      const firings: Firing[] = [];
      const bounded = since === undefined ? "" : " AND firingKey >= :since";
      const pages = paginateQuery(
        { client },
        {
          TableName: tableName,
          KeyConditionExpression: `organizationId = :organizationId${bounded}`,
          ExpressionAttributeValues: marshall({
            ":organizationId": organizationId,
            ...(since !== undefined && { ":since": since }),
          }),
          ScanIndexForward: false,
          ConsistentRead: true,
        },
      );
      for await (const { Items } of pages) firings.push(...(Items ?? []).map(firingOf));
      return firings;
    },

    async page(organizationId, { before, limit }) {
      const bounded = before === undefined ? "" : " AND firingKey < :before";
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: `organizationId = :organizationId${bounded}`,
          ExpressionAttributeValues: marshall({
            ":organizationId": organizationId,
            ...(before !== undefined && { ":before": before }),
          }),
          ScanIndexForward: false,
          ConsistentRead: true,
          Limit: limit,
        }),
      );
      return Items.map(firingOf);
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
  return firingOf(Image.parse(image));
}

function firingOf(item: Record<string, AttributeValue>): Firing {
  return parseItem(FiringItem, item);
}

const Image = z.record(z.string(), ImageAttribute);

const FiringItem = AlertData.extend({ createdAt: z.iso.datetime() });
