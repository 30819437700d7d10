import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbApiKeys } from "./dynamodb-api-keys.ts";
import { dynamodbOrganizations } from "./dynamodb-organizations.ts";
import { dynamodbPlans } from "./dynamodb-plans.ts";

export type OrganizationPorts = ReturnType<typeof organizationPorts>;

/** What operating organizations and their API keys needs. */
export function organizationPorts({
  clients: { dynamodb },
  outputs,
}: Service<
  "OrganizationsTable" | "ApiKeysTable" | "WebhookEndpointsTable" | "KeyBrand",
  "dynamodb"
>) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    apiKeys: outputs.ApiKeysTable,
    webhookEndpoints: outputs.WebhookEndpointsTable,
  };
  return {
    clock: systemClock,
    keyBrand: outputs.KeyBrand,
    organizations: dynamodbOrganizations(dynamodb, tables.organizations),
    plans: dynamodbPlans(dynamodb, tables, systemClock),
    apiKeys: dynamodbApiKeys(dynamodb, tables, systemClock),
  };
}
