import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { counterPorts } from "./counters/counter-ports.ts";
import { embedPorts } from "./embeds/embed-ports.ts";
import { organizationPorts } from "./organizations/organization-ports.ts";
import type { StackOutputs } from "./stack-outputs.ts";
import { systemClock } from "./system-clock.ts";
import { dynamodbEndpointRegistry } from "./webhooks/dynamodb-endpoint-registry.ts";
import { dynamodbWebhookEndpoints } from "./webhooks/dynamodb-endpoints.ts";

export { StackOutputs } from "./stack-outputs.ts";

export type OperatorStores = ReturnType<typeof operatorStores>;

export function operatorStores(dynamodb: DynamoDBClient, outputs: StackOutputs) {
  const service = { clients: { dynamodb }, outputs };
  const tables = {
    organizations: outputs.OrganizationsTable,
    webhookEndpoints: outputs.WebhookEndpointsTable,
  };
  return {
    ...organizationPorts(service),
    ...counterPorts(service),
    ...embedPorts(service),
    endpointRegistry: dynamodbEndpointRegistry(dynamodb, tables, systemClock),
    webhookEndpoints: dynamodbWebhookEndpoints(dynamodb, tables.webhookEndpoints),
  };
}
