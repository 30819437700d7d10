import { dynamodbAuditLog } from "../../adapters/audit/dynamodb-audit-log.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbStoredCounters } from "../../adapters/counters/dynamodb-counters.ts";
import { dynamodbRateLimits } from "../../adapters/dynamodb-rate-limits.ts";
import { dynamodbGates } from "../../adapters/gates/dynamodb-gates.ts";
import { dynamodbOrganizationPeople } from "../../adapters/members/dynamodb-organization-people.ts";
import {
  dynamodbOrganizationNames,
  dynamodbTimeZones,
} from "../../adapters/organizations/dynamodb-organization-settings.ts";
import {
  dynamodbOrganizationName,
  dynamodbOrganizations,
} from "../../adapters/organizations/dynamodb-organizations.ts";
import { randomBase62, randomSecret } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { environmentOf } from "../functions/environment.ts";
import { manageOrganization } from "../functions/private-api.ts";
import { memberAccess } from "../private-api/member-access.ts";
import { privateHandler } from "../private-api/private-handler.ts";
import { viewerAddress } from "../private-api/viewer-address.ts";
import { auditRoutes } from "./audit-routes.ts";
import { gateRoutes } from "./gate-routes.ts";
import { joinRoutes } from "./join-routes.ts";
import { memberRoutes } from "./member-routes.ts";
import { organizationRoutes } from "./organization-routes.ts";

const environment = environmentOf(manageOrganization, process.env);
const client = dynamodbClient();
const tables = {
  sessions: environment.SESSIONS_TABLE,
  people: environment.PEOPLE_TABLE,
  members: environment.MEMBERS_TABLE,
  organizations: environment.ORGANIZATIONS_TABLE,
  invitations: environment.INVITATIONS_TABLE,
  gates: environment.GATES_TABLE,
  auditEntries: environment.AUDIT_ENTRIES_TABLE,
};
const consoleUrl = environment.CONSOLE_URL;
const ports = {
  clock: systemClock,
  randomBase62,
  randomSecret,
  consoleUrl,
  organizationName: dynamodbOrganizationName(client, tables.organizations),
  organizations: dynamodbOrganizations(client, tables.organizations),
  names: dynamodbOrganizationNames(client, tables.organizations, systemClock),
  timeZones: dynamodbTimeZones(client, tables.organizations, systemClock),
  storedCounters: dynamodbStoredCounters(client, environment.COUNTERS_TABLE),
  people: dynamodbOrganizationPeople(client, tables, systemClock),
  gates: dynamodbGates(client, tables, systemClock),
  viewerAddress: viewerAddress(environment.ORIGIN_SECRET_ARN),
  rateLimits: dynamodbRateLimits(client, environment.RATE_LIMITS_TABLE, systemClock),
  auditLog: dynamodbAuditLog(client, tables.auditEntries),
};
const access = memberAccess(client, tables);

export const handler = privateHandler(
  manageOrganization,
  { consoleUrl },
  {
    ...organizationRoutes(access, ports),
    ...memberRoutes(access, ports),
    ...gateRoutes(access, ports),
    ...auditRoutes(access, ports),
    ...joinRoutes(access, ports),
  },
);
