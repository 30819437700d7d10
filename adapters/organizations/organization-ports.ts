import { dynamodbApiKeys } from "../keys/dynamodb-api-keys.ts";
import { randomBase62 } from "../random.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import {
  dynamodbOrganizationNames,
  dynamodbPlans,
  dynamodbTimeZones,
} from "./dynamodb-organization-settings.ts";
import { dynamodbOrganizationCreator, dynamodbOrganizations } from "./dynamodb-organizations.ts";

export type OrganizationPorts = ReturnType<typeof organizationPorts>;

/** The ports for operating organizations and their API keys. */
export function organizationPorts({
  clients: { dynamodb },
  outputs,
}: Service<
  | "OrganizationsTable"
  | "ApiKeysTable"
  | "WebhookEndpointsTable"
  | "MembersTable"
  | "AuditEntriesTable"
  | "RateLimitsTable"
  | "KeyBrand",
  "dynamodb"
>) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    apiKeys: outputs.ApiKeysTable,
    webhookEndpoints: outputs.WebhookEndpointsTable,
    members: outputs.MembersTable,
    auditEntries: outputs.AuditEntriesTable,
    rateLimits: outputs.RateLimitsTable,
  };
  return {
    clock: systemClock,
    randomBase62,
    keyBrand: outputs.KeyBrand,
    organizations: dynamodbOrganizations(dynamodb, tables.organizations),
    organizationCreator: dynamodbOrganizationCreator(dynamodb, tables),
    names: dynamodbOrganizationNames(dynamodb, tables, systemClock),
    timeZones: dynamodbTimeZones(dynamodb, tables, systemClock),
    plans: dynamodbPlans(dynamodb, tables, systemClock),
    apiKeys: dynamodbApiKeys(dynamodb, tables, systemClock),
  };
}
