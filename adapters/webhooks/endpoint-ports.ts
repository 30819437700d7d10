import type { CheckEndpointPorts } from "../../core/webhooks/check/check-endpoint.ts";
import type { EndpointStatusPorts } from "../../core/webhooks/endpoints/endpoint-status.ts";
import type { ManageEndpointsPorts } from "../../core/webhooks/manage-endpoints.ts";
import type { WebhookRequest } from "../../core/webhooks/signed-request.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { randomBase62 } from "../random.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { lookAtReceiver } from "./check/https-check.ts";
import { dynamodbDeliveryLog } from "./dynamodb-delivery-log.ts";
import { dynamodbEndpointRegistry } from "./dynamodb-endpoint-registry.ts";
import { dynamodbWebhookEndpoints } from "./dynamodb-endpoints.ts";
import { resolveName } from "./https/https-receiver.ts";
import { secretOpener, secretSealer } from "./kms-signing-secrets.ts";

export type EndpointPorts = ReturnType<typeof endpointPorts>;

/** The ports for managing webhook endpoints. */
export function endpointPorts({
  clients,
  outputs,
}: Service<
  | "OrganizationsTable"
  | "WebhookEndpointsTable"
  | "DeliveriesTable"
  | "DataKeysTable"
  | "SecretsKey"
  | "AuditEntriesTable"
  | "RateLimitsTable"
  | "MembersTable"
  | "AllowedReceiverAddresses",
  "dynamodb" | "kms"
>) {
  const { dynamodb } = clients;
  const tables = {
    organizations: outputs.OrganizationsTable,
    webhookEndpoints: outputs.WebhookEndpointsTable,
    auditEntries: outputs.AuditEntriesTable,
    members: outputs.MembersTable,
    rateLimits: outputs.RateLimitsTable,
  };
  const deliveryLog = dynamodbDeliveryLog(dynamodb, outputs.DeliveriesTable, systemClock);
  const allowedAddresses = outputs.AllowedReceiverAddresses.split(",").filter(
    (range) => range !== "-" && range !== "",
  );
  const endpoints = dynamodbWebhookEndpoints(dynamodb, tables.webhookEndpoints);
  return {
    now: systemClock.now,
    randomBase62,
    organizations: dynamodbOrganizations(dynamodb, tables.organizations),
    endpointRegistry: dynamodbEndpointRegistry(dynamodb, tables, systemClock),
    stored: endpoints.get,
    listStored: endpoints.list,
    countDeliveries: deliveryLog.count,
    // Whatever the reason, a name that cannot be looked up has no address.
    resolve: (name: string) => resolveName(name).catch(() => []),
    allowedAddresses,
    sealSecret: secretSealer(clients, {
      tableName: outputs.DataKeysTable,
      kmsKeyArn: outputs.SecretsKey,
    }),
    openSecret: secretOpener(clients.kms, systemClock.now),
    lookAtReceiver: (request: WebhookRequest) =>
      lookAtReceiver(request, { allowedAddresses, now: systemClock.now }),
  } satisfies ManageEndpointsPorts &
    EndpointStatusPorts &
    CheckEndpointPorts &
    Record<string, unknown>;
}
