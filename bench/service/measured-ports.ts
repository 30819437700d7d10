import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { counterPorts } from "../../adapters/counters/counter-ports.ts";
import { embedPorts } from "../../adapters/embeds/embed-ports.ts";
import { organizationPorts } from "../../adapters/organizations/organization-ports.ts";
import type { StackOutputs } from "../../adapters/stack-outputs.ts";
import { dynamodbWebhookEndpoints } from "../../adapters/webhooks/dynamodb-endpoints.ts";

export type MeasuredPorts = ReturnType<typeof measuredPorts>;

/** What the programs read and change, in the tables of one stack. */
export function measuredPorts(dynamodb: DynamoDBClient, outputs: StackOutputs) {
  const service = { clients: { dynamodb }, outputs };
  return {
    ...organizationPorts(service),
    ...counterPorts(service),
    ...embedPorts(service),
    webhookEndpoints: dynamodbWebhookEndpoints(dynamodb, outputs.WebhookEndpointsTable),
  };
}
