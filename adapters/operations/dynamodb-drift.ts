import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import type { DriftPorts } from "../../core/operations/look-for-drift.ts";
import type { TableName, Tables } from "../../core/tables.ts";
import { dynamodbAlerts } from "../alerts/dynamodb-alerts.ts";
import { dynamodbStoredCounters } from "../counters/dynamodb-counters.ts";
import { dynamodbGroups } from "../groups/dynamodb-groups.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbWebhookEndpoints } from "../webhooks/dynamodb-endpoints.ts";
import { dynamodbEventNumbers } from "./dynamodb-event-numbers.ts";
import {
  embedLists,
  embedPlaces,
  existingKeys,
  keyPlaces,
  storedRoster,
} from "./dynamodb-lists.ts";

/** Compares tables with one another; all of it only reads. */
export function dynamodbDrift(client: DynamoDBClient, tables: Tables<TableName>) {
  const organizations = dynamodbOrganizations(client, tables);
  const endpoints = dynamodbWebhookEndpoints(client, tables);
  const alerts = dynamodbAlerts(client, tables);
  const groups = dynamodbGroups(client, tables);
  const storedCounters = dynamodbStoredCounters(client, tables);
  return {
    organizations: organizations.records,
    keyPlaces: () => keyPlaces(client, tables.apiKeys),
    organization: organizations.get,
    async isBeingDeleted(organizationId: string) {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tables.organizationDeletions,
          Key: { organizationId: { S: organizationId } },
          ConsistentRead: true,
        }),
      );
      return Item !== undefined;
    },
    existingKeys: (keyHashes: string[]) => existingKeys(client, tables.apiKeys, keyHashes),
    endpointIds: async (organizationId: string) =>
      (await endpoints.list(organizationId)).map(({ id }) => id),
    embedPlaces: () => embedPlaces(client, tables.embedSessions),
    embeds: (organizationId: string, others: string[]) =>
      embedLists(client, tables.embedSessions, { organizationId, others }),
    counters: storedCounters.list,
    counter: storedCounters.get,
    groups: groups.list,
    watchedTargets: async (organizationId: string) =>
      (await alerts.list(organizationId)).map(({ targetId }) => targetId),
    roster: (organizationId: string) => storedRoster(client, tables.members, organizationId),
    now: systemClock.now,
    group: groups.get,
    members: groups.allMembers,
    events: dynamodbEventNumbers(client, tables),
  } satisfies DriftPorts & Record<string, unknown>;
}
