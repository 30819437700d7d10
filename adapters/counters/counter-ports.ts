import { dynamodbAlerts } from "../alerts/dynamodb-alerts.ts";
import { dynamodbGroupCreator } from "../groups/dynamodb-group-changes.ts";
import { dynamodbGroups } from "../groups/dynamodb-groups.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { dynamodbTimeZone } from "../organizations/dynamodb-time-zone.ts";
import { randomBase62 } from "../random.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbCountEvents } from "./dynamodb-count-events.ts";
import { dynamodbMarkReader, dynamodbMarkWriter } from "./dynamodb-count-marks.ts";
import { dynamodbCounterCreator } from "./dynamodb-counter-creation.ts";
import { dynamodbCounters, dynamodbStoredCounters } from "./dynamodb-counters.ts";
import { dynamodbCounting } from "./dynamodb-counting.ts";
import { dynamodbLastCount } from "./dynamodb-last-count.ts";

export type CounterPorts = ReturnType<typeof counterPorts>;

/** The ports for operating counters: settings, taps, history, archive and import, with groups. */
export function counterPorts({
  clients: { dynamodb },
  outputs,
}: Service<
  | "OrganizationsTable"
  | "CountersTable"
  | "CountEventsTable"
  | "SettingsChangesTable"
  | "IdempotencyKeysTable"
  | "CounterGroupsTable"
  | "GroupMembersTable"
  | "AlertsTable"
  | "CountMarksTable"
  | "MembersTable"
  | "AuditEntriesTable",
  "dynamodb"
>) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    counters: outputs.CountersTable,
    countEvents: outputs.CountEventsTable,
    settingsChanges: outputs.SettingsChangesTable,
    idempotencyKeys: outputs.IdempotencyKeysTable,
    counterGroups: outputs.CounterGroupsTable,
    groupMembers: outputs.GroupMembersTable,
    alerts: outputs.AlertsTable,
    countMarks: outputs.CountMarksTable,
    members: outputs.MembersTable,
    auditEntries: outputs.AuditEntriesTable,
  };
  return {
    clock: systemClock,
    randomBase62,
    organizations: dynamodbOrganizations(dynamodb, tables.organizations),
    counters: dynamodbCounters(dynamodb, tables.counters),
    storedCounters: dynamodbStoredCounters(dynamodb, tables.counters),
    counterCreator: dynamodbCounterCreator(dynamodb, tables, systemClock),
    counting: dynamodbCounting(dynamodb, tables),
    countEvents: dynamodbCountEvents(dynamodb, tables.countEvents),
    groups: dynamodbGroups(dynamodb, tables),
    groupCreator: dynamodbGroupCreator(dynamodb, tables, systemClock),
    alerts: dynamodbAlerts(dynamodb, tables.alerts),
    timeZone: dynamodbTimeZone(dynamodb, tables.organizations),
    keepLastCount: dynamodbLastCount(dynamodb, tables.counters),
    markReader: dynamodbMarkReader(dynamodb, tables.countMarks),
    markWriter: dynamodbMarkWriter(dynamodb, tables.countMarks),
  };
}
