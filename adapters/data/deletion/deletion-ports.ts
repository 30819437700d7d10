import { dynamodbOrganizations } from "../../organizations/dynamodb-organizations.ts";
import { randomBase62 } from "../../random.ts";
import type { Service } from "../../stack-outputs.ts";
import { systemClock } from "../../system-clock.ts";
import { dynamodbDeletionSummary } from "./dynamodb-deletion-summary.ts";
import { dynamodbDeletions } from "./dynamodb-deletions.ts";

type Outputs =
  | "OrganizationsTable"
  | "OrganizationDeletionsTable"
  | "ApiKeysTable"
  | "CountersTable"
  | "CountEventsTable"
  | "CountMarksTable"
  | "SettingsChangesTable"
  | "WebhookEndpointsTable"
  | "DeliveriesTable"
  | "EmbedSessionsTable"
  | "CounterGroupsTable"
  | "GroupMembersTable"
  | "AlertsTable"
  | "AlertFiringsTable"
  | "PeopleTable"
  | "MembersTable"
  | "InvitationsTable"
  | "GatesTable"
  | "AuditEntriesTable";

/** The ports for deleting an organization. */
export function deletionPorts({ clients: { dynamodb }, outputs }: Service<Outputs, "dynamodb">) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    organizationDeletions: outputs.OrganizationDeletionsTable,
    apiKeys: outputs.ApiKeysTable,
    counters: outputs.CountersTable,
    countEvents: outputs.CountEventsTable,
    countMarks: outputs.CountMarksTable,
    settingsChanges: outputs.SettingsChangesTable,
    webhookEndpoints: outputs.WebhookEndpointsTable,
    deliveries: outputs.DeliveriesTable,
    embedSessions: outputs.EmbedSessionsTable,
    counterGroups: outputs.CounterGroupsTable,
    groupMembers: outputs.GroupMembersTable,
    alerts: outputs.AlertsTable,
    alertFirings: outputs.AlertFiringsTable,
    people: outputs.PeopleTable,
    members: outputs.MembersTable,
    invitations: outputs.InvitationsTable,
    gates: outputs.GatesTable,
    auditEntries: outputs.AuditEntriesTable,
  };
  return {
    clock: systemClock,
    randomBase62,
    organizations: dynamodbOrganizations(dynamodb, tables.organizations),
    deletions: dynamodbDeletions(dynamodb, tables, systemClock),
    summaryOf: dynamodbDeletionSummary(dynamodb, tables, systemClock),
  };
}
