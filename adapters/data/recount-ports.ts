import type { RecountPorts } from "../../core/data/recount.ts";
import { dynamodbOrganizationName } from "../organizations/dynamodb-organizations.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbOrganizationNumbers } from "./dynamodb-recount.ts";
import { dynamodbRosterNumbers } from "./dynamodb-roster-recount.ts";

/** The ports for recounting what organizations have. */
export function recountPorts({
  clients: { dynamodb },
  outputs,
}: Service<
  | "OrganizationsTable"
  | "CountersTable"
  | "CounterGroupsTable"
  | "GroupMembersTable"
  | "AlertsTable"
  | "MembersTable",
  "dynamodb"
>) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    counters: outputs.CountersTable,
    counterGroups: outputs.CounterGroupsTable,
    groupMembers: outputs.GroupMembersTable,
    alerts: outputs.AlertsTable,
    members: outputs.MembersTable,
  };
  return {
    clock: systemClock,
    organizationName: dynamodbOrganizationName(dynamodb, tables.organizations),
    numberStores: [
      dynamodbOrganizationNumbers(dynamodb, tables),
      dynamodbRosterNumbers(dynamodb, tables),
    ],
  } satisfies RecountPorts & Record<string, unknown>;
}
