import type {
  EndpointStatusPorts,
  ManageEndpointsPorts,
} from "../../core/webhooks/manage-endpoints.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { randomBase62 } from "../random.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbDeliveryLog } from "./dynamodb-delivery-log.ts";
import { dynamodbEndpointRegistry } from "./dynamodb-endpoint-registry.ts";
import { dynamodbWebhookEndpoints } from "./dynamodb-endpoints.ts";
import { resolveName } from "./https-receiver.ts";
import { secretSealer } from "./kms-signing-secrets.ts";

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
  | "AllowedReceiverAddresses",
  "dynamodb" | "kms"
>) {
  const { dynamodb } = clients;
  const tables = {
    organizations: outputs.OrganizationsTable,
    webhookEndpoints: outputs.WebhookEndpointsTable,
  };
  const deliveryLog = dynamodbDeliveryLog(dynamodb, outputs.DeliveriesTable, systemClock);
  return {
    now: systemClock.now,
    randomBase62,
    organizations: dynamodbOrganizations(dynamodb, tables.organizations),
    endpointRegistry: dynamodbEndpointRegistry(dynamodb, tables, systemClock),
    stored: dynamodbWebhookEndpoints(dynamodb, tables.webhookEndpoints).get,
    countDeliveries: deliveryLog.count,
    // Whatever the reason, a name that cannot be looked up has no address.
    resolve: (name: string) => resolveName(name).catch(() => []),
    allowedAddresses: outputs.AllowedReceiverAddresses.split(",").filter((range) => range !== "-"),
    sealSecret: secretSealer(clients, {
      tableName: outputs.DataKeysTable,
      kmsKeyArn: outputs.SecretsKey,
    }),
  } satisfies ManageEndpointsPorts & EndpointStatusPorts & Record<string, unknown>;
}
