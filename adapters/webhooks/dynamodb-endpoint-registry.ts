import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { sortByAge } from "../../core/list-order.ts";
import { WebhookEndpoint, whyNoEndpoint } from "../../core/webhooks/endpoint.ts";
import type { EndpointRegistry } from "../../core/webhooks/manage-endpoints.ts";
import { changeOrganization } from "../organizations/dynamodb-organization-change.ts";
import { dynamodbWebhookEndpoints, endpointItem } from "./dynamodb-endpoints.ts";

/**
 * Every change goes through the organization's item on condition of its revision, so the limit of
 * 10 and the copied plan hold under any race.
 */
export function dynamodbEndpointRegistry(
  client: DynamoDBClient,
  tables: { organizations: string; webhookEndpoints: string },
  clock: Clock,
): EndpointRegistry {
  const TableName = tables.webhookEndpoints;
  const endpoints = dynamodbWebhookEndpoints(client, TableName);
  const change = changeOrganization(client, tables.organizations, clock);

  return {
    async create(stored) {
      type Created = Awaited<ReturnType<EndpointRegistry["create"]>>;
      const created = await change<Created>(stored.organizationId, async (record) => {
        const { plan } = record.organization;
        const refused = whyNoEndpoint({ plan, endpointCount: record.endpointIds.size });
        if (refused !== undefined) return { result: refused };
        const put = {
          TableName,
          Item: endpointItem({ ...stored, plan }),
          ConditionExpression: "attribute_not_exists(endpointId)",
        };
        return {
          result: "created",
          write: {
            organization: { change: "add_endpoint", endpointId: stored.id },
            items: [{ Put: put }],
          },
        };
      });
      return created ?? "no_such_organization";
    },

    async get(key) {
      const stored = await endpoints.get(key);
      return stored === undefined ? undefined : WebhookEndpoint.parse(stored);
    },

    async list(organizationId) {
      const stored = await endpoints.list(organizationId);
      return sortByAge(stored.map((endpoint) => WebhookEndpoint.parse(endpoint)));
    },

    update: (key, { url, events }) =>
      change<WebhookEndpoint | undefined>(key.organizationId, async () => {
        const stored = await endpoints.get(key);
        if (stored === undefined) return { result: undefined };
        const moved = url !== undefined && url !== stored.url;
        const changed = {
          ...stored,
          ...(moved && { url, urlChangedAtMs: clock.now() }),
          ...(events !== undefined && { events }),
        };
        const update = {
          TableName,
          Key: marshall(key),
          UpdateExpression: `SET #url = :url, events = :events${moved ? ", urlChangedAtMs = :now" : ""}`,
          ConditionExpression: "attribute_exists(endpointId)",
          ExpressionAttributeNames: { "#url": "url" },
          ExpressionAttributeValues: marshall({
            ":url": changed.url,
            ":events": changed.events,
            ...(moved && { ":now": changed.urlChangedAtMs }),
          }),
        };
        return {
          result: WebhookEndpoint.parse(changed),
          write: { organization: { change: "endpoint" }, items: [{ Update: update }] },
        };
      }),

    remove: (key) =>
      change<WebhookEndpoint | undefined>(key.organizationId, async () => {
        const stored = await endpoints.get(key);
        if (stored === undefined) return { result: undefined };
        return {
          result: WebhookEndpoint.parse(stored),
          write: {
            organization: { change: "remove_endpoint", endpointId: key.endpointId },
            items: [{ Delete: { TableName, Key: marshall(key) } }],
          },
        };
      }),
  };
}
