import { counterPorts } from "../counters/counter-ports.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbGroupDeletions, dynamodbGroupUpdates } from "./dynamodb-group-changes.ts";
import { dynamodbRecounts } from "./dynamodb-recount.ts";

export type GroupPorts = ReturnType<typeof groupPorts>;

/** The ports for operating groups: with those for counters, which join and leave them. */
export function groupPorts(service: Parameters<typeof counterPorts>[0]) {
  const { clients, outputs } = service;
  const tables = {
    organizations: outputs.OrganizationsTable,
    counters: outputs.CountersTable,
    counterGroups: outputs.CounterGroupsTable,
    groupMembers: outputs.GroupMembersTable,
    alerts: outputs.AlertsTable,
    countMarks: outputs.CountMarksTable,
    members: outputs.MembersTable,
    auditEntries: outputs.AuditEntriesTable,
  };
  return {
    ...counterPorts(service),
    groupUpdates: dynamodbGroupUpdates(clients.dynamodb, tables),
    groupDeletions: dynamodbGroupDeletions(clients.dynamodb, tables, systemClock),
    recounts: dynamodbRecounts(clients.dynamodb, tables),
  };
}
