import { dynamodbStoredCounters } from "../counters/dynamodb-counters.ts";
import { dynamodbOrganizationName } from "../organizations/dynamodb-organizations.ts";
import { randomBase62, randomSecret } from "../random.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbGates } from "./dynamodb-gates.ts";

/** The ports for making, listing and revoking gates. */
export function gatePorts({
  clients: { dynamodb },
  outputs,
}: Service<
  | "OrganizationsTable"
  | "CountersTable"
  | "GatesTable"
  | "MembersTable"
  | "AuditEntriesTable"
  | "ConsoleUrl",
  "dynamodb"
>) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    gates: outputs.GatesTable,
    members: outputs.MembersTable,
    auditEntries: outputs.AuditEntriesTable,
  };
  return {
    clock: systemClock,
    randomBase62,
    randomSecret,
    consoleUrl: outputs.ConsoleUrl,
    organizationName: dynamodbOrganizationName(dynamodb, tables.organizations),
    storedCounters: dynamodbStoredCounters(dynamodb, outputs.CountersTable),
    gates: dynamodbGates(dynamodb, tables, systemClock),
  };
}
