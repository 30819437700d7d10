import type { ManageAlertsPorts } from "../../core/alerts/manage-alerts.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { randomBase62 } from "../random.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbWebhookEndpoints } from "../webhooks/dynamodb-endpoints.ts";
import { dynamodbAlertRegistry } from "./dynamodb-alert-registry.ts";
import { dynamodbFirings } from "./dynamodb-firings.ts";

export type AlertPorts = ReturnType<typeof alertPorts>;

/** The ports for managing alerts and listing what they fired. */
export function alertPorts({
  clients: { dynamodb },
  outputs,
}: Service<
  | "OrganizationsTable"
  | "CountersTable"
  | "CounterGroupsTable"
  | "GroupMembersTable"
  | "AlertsTable"
  | "AlertFiringsTable"
  | "WebhookEndpointsTable"
  | "MembersTable"
  | "AuditEntriesTable",
  "dynamodb"
>) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    counters: outputs.CountersTable,
    counterGroups: outputs.CounterGroupsTable,
    groupMembers: outputs.GroupMembersTable,
    alerts: outputs.AlertsTable,
    members: outputs.MembersTable,
    auditEntries: outputs.AuditEntriesTable,
  };
  return {
    clock: systemClock,
    randomBase62,
    organizations: dynamodbOrganizations(dynamodb, tables.organizations),
    alertRegistry: dynamodbAlertRegistry(dynamodb, tables, systemClock),
    firings: dynamodbFirings(dynamodb, outputs.AlertFiringsTable),
    endpoints: dynamodbWebhookEndpoints(dynamodb, outputs.WebhookEndpointsTable),
  } satisfies ManageAlertsPorts & Record<string, unknown>;
}
