import { dynamodbStoredCounters } from "../counters/dynamodb-counters.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { randomBase62 } from "../random.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbEmbedSessions } from "./dynamodb-embed-sessions.ts";

export type EmbedPorts = ReturnType<typeof embedPorts>;

/** The ports for creating, listing and revoking embeds. */
export function embedPorts({
  clients: { dynamodb },
  outputs,
}: Service<
  | "OrganizationsTable"
  | "CountersTable"
  | "EmbedSessionsTable"
  | "MembersTable"
  | "AuditEntriesTable"
  | "RateLimitsTable"
  | "BaseUrl",
  "dynamodb"
>) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    embedSessions: outputs.EmbedSessionsTable,
    members: outputs.MembersTable,
    auditEntries: outputs.AuditEntriesTable,
    rateLimits: outputs.RateLimitsTable,
  };
  return {
    clock: systemClock,
    randomBase62,
    baseUrl: outputs.BaseUrl,
    organizations: dynamodbOrganizations(dynamodb, tables.organizations),
    storedCounters: dynamodbStoredCounters(dynamodb, outputs.CountersTable),
    embedSessions: dynamodbEmbedSessions(dynamodb, tables, systemClock),
  };
}
