import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { endpointUrlProblem, isPublicAddress, receiverHost } from "../core/receiver-address.ts";
import { newSigningSecret } from "../core/signing-secret.ts";
import type { WebhookEndpoint } from "../core/webhook-endpoint.ts";
import type { EndpointCreation } from "./dynamodb-endpoint-registry.ts";
import type { OperatorClients } from "./operator-clients.ts";
import { operatorStores, type StackOutputs } from "./operator-stores.ts";
import { secretSealer } from "./signing-secrets.ts";

export type OperatorWebhooks = ReturnType<typeof operatorWebhooks>;

/** What an operator does with webhooks beyond reading and writing tables. */
export function operatorWebhooks(clients: OperatorClients, outputs: StackOutputs) {
  const { endpointRegistry } = operatorStores(clients.dynamodb, outputs);
  const allowed = outputs.AllowedReceiverAddresses.split(",").filter((range) => range !== "-");
  const seal = secretSealer(clients, {
    tableName: outputs.DataKeysTable,
    kmsKeyArn: outputs.SecretsKey,
  });
  return {
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
      const problem = endpointUrlProblem(url, allowed);
      if (problem !== undefined) return problem;
      const host = receiverHost(url);
      if (isIP(host)) return undefined;
      const addresses = await lookup(host, { all: true }).catch(() => []);
      if (addresses.length === 0) return `the host name ${host} does not resolve`;
      const refused = addresses.find(({ address }) => !isPublicAddress(address, allowed));
      return refused && `${host} resolves to ${refused.address}, which is not public`;
    },
  };
}

type RefusedCreation = Exclude<EndpointCreation, { outcome: "created" }>;
