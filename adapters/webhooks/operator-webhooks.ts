import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import type { DispatchPorts } from "../../core/webhooks/dispatch.ts";
import type { WebhookEndpoint } from "../../core/webhooks/endpoint.ts";
import {
  checkResolvedAddresses,
  receiverHost,
  validateEndpointUrl,
} from "../../core/webhooks/endpoint-url.ts";
import { messageText } from "../../core/webhooks/message-text.ts";
import type { ResendPorts } from "../../core/webhooks/resend.ts";
import { newSigningSecret } from "../../core/webhooks/signing-secret.ts";
import type { OperatorClients } from "../aws/operator-clients.ts";
import { operatorStores, type StackOutputs } from "../operator-stores.ts";
import { systemClock } from "../system-clock.ts";
import { newAttemptToken } from "./attempt-token.ts";
import {
  type DeliveryLog,
  dynamodbDeliveryLog,
  dynamodbStoredCounts,
} from "./dynamodb-delivery-log.ts";
import type { EndpointCreation } from "./dynamodb-endpoint-registry.ts";
import type { WebhookEndpoints } from "./dynamodb-endpoints.ts";
import { secretSealer } from "./kms-signing-secrets.ts";
import { s3SetAside } from "./s3-failed-records.ts";
import { messageGroup, sqsAttemptQueue } from "./sqs-attempt-queue.ts";
import { sqsDeadLetters } from "./sqs-dead-letters.ts";

export type OperatorWebhooks = ReturnType<typeof operatorWebhooks>;

/** What an operator does with webhooks beyond reading and writing tables. */
export function operatorWebhooks(clients: OperatorClients, outputs: StackOutputs) {
  const { endpointRegistry, webhookEndpoints } = operatorStores(clients.dynamodb, outputs);
  const allowed = outputs.AllowedReceiverAddresses.split(",").filter((range) => range !== "-");
  const seal = secretSealer(clients, {
    tableName: outputs.DataKeysTable,
    kmsKeyArn: outputs.SecretsKey,
  });
  const deliveryLog = dynamodbDeliveryLog(clients.dynamodb, outputs.DeliveriesTable, systemClock);
  return {
    deliveryLog,
    resendPorts: resendPorts(clients, outputs, { deliveryLog, webhookEndpoints }),
    deadLetters: deadLetters(clients, outputs),
    setAside: s3SetAside(clients.s3, outputs.SetAsideBucket),
    /** As the function has them that dispatches count events. */
    dispatchPorts: {
      endpoints: webhookEndpoints.list,
      send: sqsAttemptQueue(clients.sqs, {
        fast: outputs.FirstAttemptsQueue,
        slow: outputs.SlowAttemptsQueue,
      }),
    } satisfies DispatchPorts,

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

function resendPorts(
  { dynamodb, sqs }: OperatorClients,
  outputs: StackOutputs,
  {
    deliveryLog,
    webhookEndpoints,
  }: { deliveryLog: DeliveryLog; webhookEndpoints: WebhookEndpoints },
): ResendPorts {
  const queues = { fast: outputs.RetriesQueue, slow: outputs.SlowAttemptsQueue };
  return {
    load: deliveryLog.get,
    restart: deliveryLog.restart,
    endpoint: webhookEndpoints.get,
    count: dynamodbStoredCounts(dynamodb, outputs.CountEventsTable),
    async send(message, lane) {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: queues[lane],
          MessageBody: messageText(message),
          ...messageGroup(message),
        }),
      );
    },
    newToken: newAttemptToken,
    now: systemClock.now,
  };
}

/** By the names that operators give to the queues. */
function deadLetters({ sqs }: OperatorClients, outputs: StackOutputs) {
  return {
    "first-attempts": sqsDeadLetters(sqs, {
      deadLetters: outputs.FirstAttemptsDeadLetters,
      queue: outputs.FirstAttemptsQueue,
    }),
    retries: sqsDeadLetters(sqs, {
      deadLetters: outputs.RetriesDeadLetters,
      queue: outputs.RetriesQueue,
    }),
    "slow-attempts": sqsDeadLetters(sqs, {
      deadLetters: outputs.SlowAttemptsDeadLetters,
      queue: outputs.SlowAttemptsQueue,
    }),
  };
}
