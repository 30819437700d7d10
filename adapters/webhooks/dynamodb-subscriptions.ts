import { type DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { Tables } from "../../core/tables.ts";
import { WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import { parseItem } from "../aws/dynamodb-items.ts";

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
