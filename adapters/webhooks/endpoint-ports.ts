import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { WebhookEndpoint } from "../../core/webhooks/endpoint.ts";
import {
  checkResolvedAddresses,
  receiverHost,
  validateEndpointUrl,
} from "../../core/webhooks/endpoint-url.ts";
import { newSigningSecret } from "../../core/webhooks/signing-secret.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbEndpointRegistry, type EndpointCreation } from "./dynamodb-endpoint-registry.ts";
import { dynamodbWebhookEndpoints } from "./dynamodb-endpoints.ts";
import { secretSealer } from "./kms-signing-secrets.ts";

export type EndpointPorts = ReturnType<typeof endpointPorts>;

/** What operating webhook endpoints needs. */
export function endpointPorts({
  clients,
  outputs,
}: Service<
  | "OrganizationsTable"
  | "WebhookEndpointsTable"
  | "DataKeysTable"
  | "SecretsKey"
  | "AllowedReceiverAddresses",
  "dynamodb" | "kms"
>) {
  const tables = {
    organizations: outputs.OrganizationsTable,
    webhookEndpoints: outputs.WebhookEndpointsTable,
  };
  const endpointRegistry = dynamodbEndpointRegistry(clients.dynamodb, tables, systemClock);
  const allowed = outputs.AllowedReceiverAddresses.split(",").filter((range) => range !== "-");
  const seal = secretSealer(clients, {
    tableName: outputs.DataKeysTable,
    kmsKeyArn: outputs.SecretsKey,
  });
  return {
    clock: systemClock,
    organizations: dynamodbOrganizations(clients.dynamodb, tables.organizations),
    endpointRegistry,
    webhookEndpoints: dynamodbWebhookEndpoints(clients.dynamodb, tables.webhookEndpoints),

    /** Stores an endpoint with a new secret, which nobody can read again. */
    async createEndpoint(
      endpoint: WebhookEndpoint,
    ): Promise<(EndpointCreation & { outcome: "created"; secret: string }) | RefusedCreation> {
      const secret = newSigningSecret();
      const owner = { organizationId: endpoint.organizationId, endpointId: endpoint.id };
      const creation = await endpointRegistry.create({
        ...endpoint,
        ...(await seal(secret, owner)),
      });
      return creation.outcome === "created" ? { outcome: "created", secret } : creation;
    },

    /** Why nothing can be sent to this URL, in plain words, now that its host is looked up. */
    async urlProblem(url: string): Promise<string | undefined> {
      const problem = validateEndpointUrl(url, allowed);
      if (problem !== undefined) return problem;
      const host = receiverHost(url);
      if (isIP(host)) return undefined;
      const addresses = await lookup(host, { all: true }).catch(() => []);
      if (addresses.length === 0) return `the host name ${host} does not resolve`;
      const resolved = addresses.map(({ address }) => address);
      return checkResolvedAddresses({ host, addresses: resolved }, allowed);
    },
  };
}

type RefusedCreation = Exclude<EndpointCreation, { outcome: "created" }>;
