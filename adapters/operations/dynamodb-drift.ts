import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import type { DriftPorts } from "../../core/operations/look-for-drift.ts";
import { dynamodbAlerts } from "../alerts/dynamodb-alerts.ts";
import { dynamodbCountEvents } from "../counters/dynamodb-count-events.ts";
import { dynamodbStoredCounters } from "../counters/dynamodb-counters.ts";
import { dynamodbGroups } from "../groups/dynamodb-groups.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import type { Service } from "../stack-outputs.ts";
import { dynamodbWebhookEndpoints } from "../webhooks/dynamodb-endpoints.ts";
import {
  embedLists,
  embedPlaces,
  existingKeys,
  keyPlaces,
  storedRoster,
} from "./dynamodb-lists.ts";

/** The ports for comparing tables with one another; all of them only read. */
export function dynamodbDrift({
  clients: { dynamodb },
  outputs,
}: Service<
  | "OrganizationsTable"
  | "OrganizationDeletionsTable"
  | "ApiKeysTable"
  | "WebhookEndpointsTable"
  | "EmbedSessionsTable"
  | "CountersTable"
  | "CountEventsTable"
  | "CounterGroupsTable"
  | "GroupMembersTable"
  | "AlertsTable"
  | "MembersTable",
  "dynamodb"
>) {
  const organizations = dynamodbOrganizations(dynamodb, outputs.OrganizationsTable);
  const endpoints = dynamodbWebhookEndpoints(dynamodb, outputs.WebhookEndpointsTable);
  const alerts = dynamodbAlerts(dynamodb, outputs.AlertsTable);
  const groups = dynamodbGroups(dynamodb, {
    counterGroups: outputs.CounterGroupsTable,
    groupMembers: outputs.GroupMembersTable,
  });
  return {
    organizations: organizations.records,
    keyPlaces: () => keyPlaces(dynamodb, outputs.ApiKeysTable),
    organization: organizations.get,
    async isBeingDeleted(organizationId: string) {
      const { Item } = await dynamodb.send(
        new GetItemCommand({
          TableName: outputs.OrganizationDeletionsTable,
          Key: { organizationId: { S: organizationId } },
          ConsistentRead: true,
        }),
      );
      return Item !== undefined;
    },
    existingKeys: (keyHashes: string[]) => existingKeys(dynamodb, outputs.ApiKeysTable, keyHashes),
    endpointIds: async (organizationId: string) =>
      (await endpoints.list(organizationId)).map(({ id }) => id),
    embedPlaces: () => embedPlaces(dynamodb, outputs.EmbedSessionsTable),
    embeds: (organizationId: string, others: string[]) =>
      embedLists(dynamodb, outputs.EmbedSessionsTable, { organizationId, others }),
    counters: dynamodbStoredCounters(dynamodb, outputs.CountersTable).list,
    groups: groups.list,
    watchedTargets: async (organizationId: string) =>
      (await alerts.list(organizationId)).map(({ targetId }) => targetId),
    roster: (organizationId: string) =>
      storedRoster(dynamodb, outputs.MembersTable, organizationId),
    group: groups.get,
    members: groups.allMembers,
    events: dynamodbCountEvents(dynamodb, outputs.CountEventsTable).page,
  } satisfies DriftPorts & Record<string, unknown>;
}
