import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  QueryCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Tables } from "../../core/tables.ts";
import { type EndpointKey, StoredEndpoint } from "../../core/webhooks/endpoint.ts";
import type { HealthChange } from "../../core/webhooks/endpoint-health.ts";
import { WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import { singleReads } from "../aws/dynamodb-batch-get.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { organizationItems } from "../aws/organization-items.ts";
import { readableItems } from "../aws/readable-items.ts";

/** Endpoints as the pipeline reads them. Owners change them through the endpoint registry. */
export interface WebhookEndpoints {
  get(key: EndpointKey): Promise<StoredEndpoint | undefined>;
  /** The endpoints of an organization as they are now, by id. */
  list(organizationId: string): Promise<StoredEndpoint[]>;
  /** Writes the health of an endpoint that exists. */
  recordHealth(key: EndpointKey, change: HealthChange): Promise<void>;
}

/** Strongly consistent: a deleted endpoint receives nothing, a new one receives the next event. */
export function dynamodbWebhookEndpoints(
  client: DynamoDBClient,
  { webhookEndpoints: tableName }: Tables<"webhookEndpoints">,
  readItem = singleReads(client),
): WebhookEndpoints {
  return {
    async get(key) {
      const item = await readItem(tableName, marshall(key));
      return item === undefined ? undefined : endpointOf(item);
    },

    async list(organizationId) {
      const items = await organizationItems(client, { tableName, organizationId });
      return readableItems("webhookEndpoints", items, endpointOf);
    },

    async recordHealth(key, { set, recovered }) {
      const assignments = Object.keys(set).map((field) => {
        // An earlier look is not put off.
        const keepsOld = field === "watchAt" && !recovered;
        return keepsOld ? `${field} = if_not_exists(${field}, :${field})` : `${field} = :${field}`;
      });
      const update = new UpdateItemCommand({
        TableName: tableName,
        Key: marshall(key),
        UpdateExpression: `SET ${assignments.join(", ")}${recovered ? " REMOVE failingSinceMs" : ""}`,
        ConditionExpression: "attribute_exists(endpointId)",
        ExpressionAttributeValues: marshall(
          Object.fromEntries(Object.entries(set).map(([field, value]) => [`:${field}`, value])),
        ),
      });
      await client.send(update).catch(unlessGone);
    },
  };
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
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

/**
 * Whether an endpoint of the organization subscribes to an event type. Reads nothing else of the
 * endpoints, whose items also have URLs and encrypted secrets.
 */
export function dynamodbSubscriptions(
  client: DynamoDBClient,
  { webhookEndpoints: tableName }: Tables<"webhookEndpoints">,
) {
  return async (organizationId: string, eventType: WebhookEventType): Promise<boolean> => {
    // At most 10 endpoints: one page.
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "organizationId = :organizationId",
        ExpressionAttributeValues: { ":organizationId": { S: organizationId } },
        ProjectionExpression: "events",
        ConsistentRead: true,
      }),
    );
    return Items.some((item) => parseItem(Subscription, item).events.includes(eventType));
  };
}

const Subscription = z.object({ events: z.array(WebhookEventType) });
