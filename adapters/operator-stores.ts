import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { dynamodbCountEvents } from "./counters/dynamodb-count-events.ts";
import { dynamodbCounterCreator } from "./counters/dynamodb-counter-creation.ts";
import { dynamodbCounters } from "./counters/dynamodb-counters.ts";
import { dynamodbCounting } from "./counters/dynamodb-counting.ts";
import { dynamodbEmbedSessions } from "./embeds/dynamodb-embed-sessions.ts";
import { dynamodbApiKeys } from "./organizations/dynamodb-api-keys.ts";
import { dynamodbOrganizations } from "./organizations/dynamodb-organizations.ts";
import { dynamodbPlans } from "./organizations/dynamodb-plans.ts";
import { systemClock } from "./system-clock.ts";
import { dynamodbEndpointRegistry } from "./webhooks/dynamodb-endpoint-registry.ts";
import { dynamodbWebhookEndpoints } from "./webhooks/dynamodb-endpoints.ts";

/** The outputs of the stack that an operator's tools need; CDK declares them under these names. */
export const StackOutputs = z.object({
  ApiUrl: z.url(),
  BaseUrl: z.url(),
  KeyBrand: z.string(),
  OrganizationsTable: z.string(),
  ApiKeysTable: z.string(),
  CountersTable: z.string(),
  CountEventsTable: z.string(),
  SettingsChangesTable: z.string(),
  IdempotencyKeysTable: z.string(),
  EmbedSessionsTable: z.string(),
  WebhookEndpointsTable: z.string(),
  DataKeysTable: z.string(),
  DeliveriesTable: z.string(),
  SecretsKey: z.string(),
  FirstAttemptsQueue: z.url(),
  RetriesQueue: z.url(),
  SlowAttemptsQueue: z.url(),
  FirstAttemptsDeadLetters: z.url(),
  RetriesDeadLetters: z.url(),
  SlowAttemptsDeadLetters: z.url(),
  SetAsideBucket: z.string(),
  AllowedReceiverAddresses: z.string(),
});
export type StackOutputs = z.infer<typeof StackOutputs>;

export type OperatorStores = ReturnType<typeof operatorStores>;

/** Everything that an operator reads and changes, in the tables of one stack. */
export function operatorStores(client: DynamoDBClient, outputs: StackOutputs) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    apiKeys: outputs.ApiKeysTable,
    counters: outputs.CountersTable,
    countEvents: outputs.CountEventsTable,
    settingsChanges: outputs.SettingsChangesTable,
    idempotencyKeys: outputs.IdempotencyKeysTable,
    webhookEndpoints: outputs.WebhookEndpointsTable,
  };
  return {
    clock: systemClock,
    keyBrand: outputs.KeyBrand,
    baseUrl: outputs.BaseUrl,
    organizations: dynamodbOrganizations(client, tables.organizations),
    plans: dynamodbPlans(client, tables, systemClock),
    apiKeys: dynamodbApiKeys(client, tables, systemClock),
    counters: dynamodbCounters(client, tables.counters),
    counterCreator: dynamodbCounterCreator(client, tables, systemClock),
    counting: dynamodbCounting(client, tables),
    countEvents: dynamodbCountEvents(client, tables.countEvents),
    embedSessions: dynamodbEmbedSessions(client, outputs.EmbedSessionsTable, systemClock),
    endpointRegistry: dynamodbEndpointRegistry(client, tables, systemClock),
    webhookEndpoints: dynamodbWebhookEndpoints(client, tables.webhookEndpoints),
  };
}
