import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { planIncludesWebhooks } from "../../core/organizations/organization.ts";
import {
  maximumEndpoints,
  type StoredEndpoint,
  WebhookEndpoint,
} from "../../core/webhooks/endpoint.ts";
import type { WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import { changeOrganization } from "../organizations/dynamodb-organization-change.ts";
import { dynamodbWebhookEndpoints, type EndpointKey, endpointItem } from "./dynamodb-endpoints.ts";

export type EndpointCreation =
  | { outcome: "created" }
  | { outcome: "limit_reached" | "plan_required" | "no_such_organization" };

export interface EndpointChange {
  url?: string;
  events?: WebhookEventType[];
}

/** How operators change an organization's endpoints; nothing that comes out holds a secret. */
export interface EndpointRegistry {
  /** Stores an endpoint, unless the organization holds its 10 already or its plan is too small. */
  create(stored: Omit<StoredEndpoint, "plan">): Promise<EndpointCreation>;
  get(key: EndpointKey): Promise<WebhookEndpoint | undefined>;
  /** Oldest first. */
  list(organizationId: string): Promise<WebhookEndpoint[]>;
  update(key: EndpointKey, change: EndpointChange): Promise<WebhookEndpoint | undefined>;
  /** Pending deliveries end when their next attempt comes. */
  remove(key: EndpointKey): Promise<WebhookEndpoint | undefined>;
}

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
      const creation = await change<EndpointCreation>(stored.organizationId, async (record) => {
        const { plan } = record.organization;
        if (!planIncludesWebhooks(plan)) return { result: { outcome: "plan_required" } };
        if (record.endpointIds.size >= maximumEndpoints) {
          return { result: { outcome: "limit_reached" } };
        }
        const put = {
          TableName,
          Item: endpointItem({ ...stored, plan }),
          ConditionExpression: "attribute_not_exists(endpointId)",
        };
        return {
          result: { outcome: "created" },
          write: {
            organization: { change: "add_endpoint", endpointId: stored.id },
            items: [{ Put: put }],
          },
        };
      });
      return creation ?? { outcome: "no_such_organization" };
    },

    async get(key) {
      const stored = await endpoints.get(key);
      return stored === undefined ? undefined : WebhookEndpoint.parse(stored);
    },

    async list(organizationId) {
      const stored = await endpoints.list(organizationId);
      return stored
        .map((endpoint) => WebhookEndpoint.parse(endpoint))
        .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
    },

    update: (key, { url, events }) =>
      change<WebhookEndpoint | undefined>(key.organizationId, async () => {
        const stored = await endpoints.get(key);
        if (stored === undefined) return { result: undefined };
        const changed = {
          ...stored,
          ...(url !== undefined && { url }),
          ...(events !== undefined && { events }),
        };
        const update = {
          TableName,
          Key: marshall(key),
          UpdateExpression: "SET #url = :url, events = :events",
          ConditionExpression: "attribute_exists(endpointId)",
          ExpressionAttributeNames: { "#url": "url" },
          ExpressionAttributeValues: marshall({ ":url": changed.url, ":events": changed.events }),
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
