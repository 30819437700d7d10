import { dynamodbCounters } from "../counters/dynamodb-counters.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbEmbedSessions } from "./dynamodb-embed-sessions.ts";

export type EmbedPorts = ReturnType<typeof embedPorts>;

/** What sharing and revoking embeds needs. */
export function embedPorts({
  clients: { dynamodb },
  outputs,
}: Service<"OrganizationsTable" | "CountersTable" | "EmbedSessionsTable" | "BaseUrl", "dynamodb">) {
  return {
    clock: systemClock,
    baseUrl: outputs.BaseUrl,
    organizations: dynamodbOrganizations(dynamodb, outputs.OrganizationsTable),
    counters: dynamodbCounters(dynamodb, outputs.CountersTable),
    embedSessions: dynamodbEmbedSessions(dynamodb, outputs.EmbedSessionsTable, systemClock),
  };
}
