import { dynamodbAuditLog } from "../audit/dynamodb-audit-log.ts";
import { dynamodbOrganizationName } from "../organizations/dynamodb-organizations.ts";
import { randomBase62, randomSecret } from "../random.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbOrganizationPeople } from "./dynamodb-organization-people.ts";

/** The ports for members, invitations and the audit log. */
export function memberPorts({
  clients: { dynamodb },
  outputs,
}: Service<
  | "OrganizationsTable"
  | "PeopleTable"
  | "MembersTable"
  | "InvitationsTable"
  | "AuditEntriesTable"
  | "RateLimitsTable"
  | "ConsoleUrl",
  "dynamodb"
>) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    people: outputs.PeopleTable,
    members: outputs.MembersTable,
    invitations: outputs.InvitationsTable,
    auditEntries: outputs.AuditEntriesTable,
    rateLimits: outputs.RateLimitsTable,
  };
  return {
    clock: systemClock,
    randomBase62,
    randomSecret,
    consoleUrl: outputs.ConsoleUrl,
    organizationName: dynamodbOrganizationName(dynamodb, tables.organizations),
    people: dynamodbOrganizationPeople(dynamodb, tables, systemClock),
    auditLog: dynamodbAuditLog(dynamodb, tables.auditEntries),
  };
}
