import { vi } from "vitest";
import { outputs, stubFunctionEnvironment } from "../../service.ts";

export type ManageCounters =
  typeof import("../../../../lambdas/counters/manage-counters.ts")["handler"];

/** The function `manage-counters` in this process, with DynamoDB at this endpoint. */
export async function manageCountersAt(dynamodb: string): Promise<ManageCounters> {
  stubFunctionEnvironment({
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    CONSOLE_URL: outputs.ConsoleUrl,
    BASE_URL: outputs.BaseUrl,
    ORIGIN_SECRET_ARN: "arn:aws:secretsmanager:us-east-1:1:secret:unused",
    SESSIONS_TABLE: outputs.SessionsTable,
    PEOPLE_TABLE: outputs.PeopleTable,
    MEMBERS_TABLE: outputs.MembersTable,
    ORGANIZATIONS_TABLE: outputs.OrganizationsTable,
    RATE_LIMITS_TABLE: outputs.RateLimitsTable,
    COUNTERS_TABLE: outputs.CountersTable,
    COUNT_EVENTS_TABLE: outputs.CountEventsTable,
    IDEMPOTENCY_KEYS_TABLE: outputs.IdempotencyKeysTable,
    SETTINGS_CHANGES_TABLE: outputs.SettingsChangesTable,
    COUNTER_GROUPS_TABLE: outputs.CounterGroupsTable,
    GROUP_MEMBERS_TABLE: outputs.GroupMembersTable,
    COUNT_MARKS_TABLE: outputs.CountMarksTable,
    ALERTS_TABLE: outputs.AlertsTable,
    EMBED_SESSIONS_TABLE: outputs.EmbedSessionsTable,
    AUDIT_ENTRIES_TABLE: outputs.AuditEntriesTable,
  });
  // Another file may have loaded it with a DynamoDB of its own.
  vi.resetModules();
  return (await import("../../../../lambdas/counters/manage-counters.ts")).handler;
}

/** What other files load afterwards has the environment of the tests again. */
export function leaveFunction(): void {
  vi.resetModules();
  vi.unstubAllEnvs();
}
