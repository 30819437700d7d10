import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { StoredEndpoint } from "../../core/webhooks/endpoint.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import { organizationItems, parseItem } from "../aws/dynamodb-items.ts";

export interface EndpointKey {
  organizationId: string;
  endpointId: string;
}

/** What the pipeline does with endpoints; operators change them through another door. */
export interface WebhookEndpoints {
  get(key: EndpointKey): Promise<StoredEndpoint | undefined>;
  /** The endpoints of an organization as they are now, by id. */
  list(organizationId: string): Promise<StoredEndpoint[]>;
  /** Moves an endpoint that exists; given a time, notes that it kept an attempt waiting then. */
  setLane(key: EndpointKey, lane: Lane, lastSlowAtMs?: number): Promise<void>;
}

/** Strongly consistent: what was deleted receives nothing, what was made receives what comes. */
export function dynamodbWebhookEndpoints(
  client: DynamoDBClient,
  tableName: string,
): WebhookEndpoints {
  return {
    async get(key) {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableName, Key: marshall(key), ConsistentRead: true }),
      );
      return Item === undefined ? undefined : endpointOf(Item);
    },

    async list(organizationId) {
      return (await organizationItems(client, { tableName, organizationId })).map(endpointOf);
    },

    async setLane(key, lane, lastSlowAtMs) {
      const update = new UpdateItemCommand({
        TableName: tableName,
        Key: marshall(key),
        UpdateExpression: `SET lane = :lane${lastSlowAtMs === undefined ? "" : ", lastSlowAtMs = :lastSlowAtMs"}`,
        ConditionExpression: "attribute_exists(endpointId)",
        ExpressionAttributeValues: marshall({
          ":lane": lane,
          ...(lastSlowAtMs !== undefined && { ":lastSlowAtMs": lastSlowAtMs }),
        }),
      });
      await client.send(update).catch((error) => {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      });
    },
  };
}

/** The item of an endpoint. */
export function endpointItem({ id, ...stored }: StoredEndpoint): Record<string, AttributeValue> {
  return marshall({ endpointId: id, ...stored });
}

function endpointOf(item: Record<string, AttributeValue>): StoredEndpoint {
  const { endpointId, ...stored } = parseItem(EndpointItem, item);
  return { id: endpointId, ...stored };
}

const EndpointItem = StoredEndpoint.omit({ id: true }).extend({ endpointId: z.string() });
