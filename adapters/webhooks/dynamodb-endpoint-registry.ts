import { isDeepStrictEqual } from "node:util";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { sortByAge } from "../../core/list-order.ts";
import type { Tables } from "../../core/tables.ts";
import {
  type EndpointKey,
  type StoredEndpoint,
  WebhookEndpoint,
  whyNoEndpoint,
} from "../../core/webhooks/endpoint.ts";
import type {
  ChangedEndpoint,
  EndpointDecision,
  EndpointRegistry,
} from "../../core/webhooks/manage-endpoints.ts";
import { type MemberAuditTables, memberAuditWrite } from "../members/member-audit-items.ts";
import { firstUseOf } from "../members/used-ids.ts";
import { changeOrganization } from "../organizations/dynamodb-organization-change.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { dynamodbWebhookEndpoints, endpointItem } from "./dynamodb-endpoints.ts";

/**
 * Every change goes through the organization's item on condition of its revision, so the limit of
 * 10 and the copied plan hold under any race.
 */
export function dynamodbEndpointRegistry(
  client: DynamoDBClient,
  tables: MemberAuditTables & Tables<"organizations" | "webhookEndpoints" | "rateLimits">,
  clock: Clock,
): EndpointRegistry {
  const TableName = tables.webhookEndpoints;
  const endpoints = dynamodbWebhookEndpoints(client, { webhookEndpoints: TableName });
  const change = changeOrganization(client, tables.organizations, clock, {
    read: dynamodbOrganizations(client, tables).getWithoutKeys,
  });

  async function changeEndpoint<Refusal extends { result: string }>(
    key: EndpointKey,
    decide: (before: StoredEndpoint) => EndpointDecision<Refusal>,
  ): Promise<ChangedEndpoint<Refusal>> {
    const changed = await change<ChangedEndpoint<Refusal>>(key.organizationId, async () => {
      const before = await endpoints.get(key);
      if (before === undefined) return { result: { result: "no_such_endpoint" } };
      const decision = decide(before);
      if ("refused" in decision) return { result: decision.refused };
      const { after, audit } = decision;
      const update = updateOf(before, after);
      const result = { result: "changed" as const, before, after };
      if (update === undefined) return { result };
      const { entries, checked } = memberAuditWrite(tables, audit, {
        action: "manage_webhooks",
        otherwise: { result: "forbidden" } as const,
      });
      const revised = { ...after, revision: (before.revision ?? 0) + 1 };
      const item = { TableName, Key: marshall(key), ...update };
      return {
        result: { ...result, after: revised },
        write: {
          organization: { change: "endpoint" },
          items: [{ Update: item }, ...entries],
          ...checked,
        },
      };
    });
    return changed ?? { result: "no_such_endpoint" };
  }

  const forbidden = { action: "manage_webhooks", otherwise: "forbidden" } as const;

  return {
    async create(stored, audit) {
      type Created = Awaited<ReturnType<EndpointRegistry["create"]>>;
      const created = await change<Created>(stored.organizationId, async (record) => {
        if (record.endpointIds.has(stored.id)) return { result: "id_used" };
        const { plan } = record.organization;
        const refused = whyNoEndpoint({ plan, endpointCount: record.endpointIds.size });
        if (refused !== undefined) return { result: refused };
        const { entries, checked } = memberAuditWrite<Created>(tables, audit, forbidden, {
          item: firstUseOf(tables.rateLimits, stored.id, clock.now()),
          otherwise: "id_used",
        });
        const put = {
          TableName,
          Item: endpointItem({ ...stored, plan }),
          ConditionExpression: "attribute_not_exists(endpointId)",
        };
        return {
          result: "created",
          write: {
            organization: { change: "add_endpoint", endpointId: stored.id },
            items: [{ Put: put }, ...entries],
            ...checked,
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

    change: changeEndpoint,

    remove: (key, auditOf) =>
      change<WebhookEndpoint | "forbidden" | undefined>(key.organizationId, async () => {
        const stored = await endpoints.get(key);
        if (stored === undefined) return { result: undefined };
        const { entries, checked } = memberAuditWrite(tables, auditOf?.(stored), forbidden);
        return {
          result: WebhookEndpoint.parse(stored),
          write: {
            organization: { change: "remove_endpoint", endpointId: key.endpointId },
            items: [{ Delete: { TableName, Key: marshall(key) } }, ...entries],
            ...checked,
          },
        };
      }),
  };
}

/** Attributes that people change, and when a pause is looked at; the pipeline writes the endpoint's health. */
const changeable = [
  "name",
  "url",
  "urlChangedAtMs",
  "events",
  "filter",
  "standardWebhooks",
  "pausedAt",
  "watchAt",
  "sealedSecret",
  "wrappedKey",
  "nextSecret",
] as const;

/** The update of the fields that differ; undefined where none does. */
function updateOf(before: StoredEndpoint, after: StoredEndpoint) {
  const changed = changeable.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (changed.length === 0) return undefined;
  const set = changed.filter((name) => after[name] !== undefined);
  const removed = changed.filter((name) => after[name] === undefined);
  const remove =
    removed.length === 0 ? "" : ` REMOVE ${removed.map((name) => `#${name}`).join(", ")}`;
  const setting = [...set.map((name) => `#${name} = :${name}`), "revision = :revision"].join(", ");
  return {
    UpdateExpression: `SET ${setting}${remove}`,
    ConditionExpression: "attribute_exists(endpointId)",
    ExpressionAttributeNames: Object.fromEntries(changed.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: marshall({
      ":revision": (before.revision ?? 0) + 1,
      ...Object.fromEntries(set.map((name) => [`:${name}`, after[name]])),
    }),
  };
}
