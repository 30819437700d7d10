import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { KMSClient } from "@aws-sdk/client-kms";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { firingResolver } from "../../core/webhooks/alert-webhooks.ts";
import type { AttemptMessage } from "../../core/webhooks/attempt-message.ts";
import { countResolvers } from "../../core/webhooks/count-webhooks.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import type { RecoveryPagePorts } from "../../core/webhooks/recovery-page.ts";
import type { WebhookRequest } from "../../core/webhooks/signed-request.ts";
import type { EventResolver, WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import { dynamodbFirings } from "../alerts/dynamodb-firings.ts";
import { dynamodbAuditLog } from "../audit/dynamodb-audit-log.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { newFencingToken, randomBase62 } from "../random.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbDeliveryLog } from "./dynamodb-delivery-log.ts";
import { dynamodbDeliverySearch } from "./dynamodb-delivery-search.ts";
import { dynamodbEndpointRegistry } from "./dynamodb-endpoint-registry.ts";
import { dynamodbWebhookEndpoints } from "./dynamodb-endpoints.ts";
import { dynamodbFilterTargets } from "./dynamodb-filter-targets.ts";
import { openDeliveryKeys } from "./dynamodb-open-deliveries.ts";
import { lookAtReceiver } from "./https-check.ts";
import { resolveName } from "./https-receiver.ts";
import { secretOpener, secretSealer } from "./kms-signing-secrets.ts";
import { sendAttempt } from "./sqs-attempt-queue.ts";
import { dynamodbStoredCounts } from "./stream-events.ts";

export interface WebhookSettings {
  tables: Record<
    | "organizations"
    | "members"
    | "counters"
    | "counterGroups"
    | "countEvents"
    | "alertFirings"
    | "webhookEndpoints"
    | "dataKeys"
    | "deliveries"
    | "rateLimits"
    | "auditEntries",
    string
  >;
  /** The queues of retries, by the lane of an endpoint. */
  queues: Record<Lane, string>;
  kmsKeyArn: string;
  allowedAddresses: string[];
}

/** What manages endpoints, and shows, resends and recovers their deliveries. */
export function webhookStores(
  clients: { dynamodb: DynamoDBClient; kms: KMSClient; sqs: SQSClient },
  { tables, queues, kmsKeyArn, allowedAddresses }: WebhookSettings,
) {
  const { dynamodb, kms, sqs } = clients;
  const { now } = systemClock;
  const endpoints = dynamodbWebhookEndpoints(dynamodb, tables);
  const deliveryLog = dynamodbDeliveryLog(dynamodb, tables, systemClock);
  const search = dynamodbDeliverySearch(dynamodb, tables, systemClock);
  return {
    clock: systemClock,
    now,
    auditLog: dynamodbAuditLog(dynamodb, tables),
    randomBase62,
    newFencingToken,
    organizations: dynamodbOrganizations(dynamodb, tables),

    endpoints,
    endpointRegistry: dynamodbEndpointRegistry(dynamodb, tables, systemClock),
    unknownTargets: dynamodbFilterTargets(dynamodb, tables),
    endpoint: endpoints.get,
    listStored: endpoints.list,
    sealSecret: secretSealer(clients, { tableName: tables.dataKeys, kmsKeyArn }),
    openSecret: secretOpener(kms, now),
    allowedAddresses,
    resolve,
    lookAtReceiver: (request: WebhookRequest) => lookAtReceiver(request, { allowedAddresses, now }),

    load: deliveryLog.get,
    deliveries: deliveryLog.list,
    countDeliveries: deliveryLog.count,
    restart: deliveryLog.restart,
    deliveryPage: search.deliveryPage,
    newestDeliveries: search.newest,
    progress: search.progress,
    openKeys: ({ endpointId, state, since, after, limit }: OpenKeys) =>
      openDeliveryKeys(dynamodb, tables.deliveries, {
        ...{ endpointId, state, limit, order: "oldest first" },
        // Excludes `after` itself: keys have one length, so none lies between it and `${after}0`.
        from: after === undefined || after < since ? since : `${after}0`,
      }),
    resolvers: {
      ...countResolvers(dynamodbStoredCounts(dynamodb, tables)),
      "threshold.alert.fired": firingResolver(dynamodbFirings(dynamodb, tables).get),
    } satisfies Record<WebhookEventType, EventResolver>,
    send: (message: AttemptMessage, lane: Lane) => sendAttempt(sqs, queues[lane], { message }),
  };
}

type OpenKeys = Parameters<RecoveryPagePorts["openKeys"]>[0];

/** The addresses of a name; none, whatever the reason, when it cannot be looked up. */
export const resolve = (name: string) => resolveName(name).catch(() => []);
