import { manageWebhooks } from "../../lambdas/functions/private-api.ts";
import type { Configuration } from "../configuration.ts";
import { grantIndex, grantReading, grantUpdating } from "../platform/attribute-conditions.ts";
import { boundedRunTimeout, type PrivateApi } from "../platform/private-api.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";
import type { Webhooks } from "./webhooks.ts";

interface WebhooksProps {
  webhooks: Webhooks;
  configuration: Configuration;
  /** {api_url}, which describes the webhooks. */
  apiUrl: string;
  /** {base_url}, where the guides are. */
  baseUrl: string;
}

/** Webhook endpoints, their deliveries, and what became of events. */
export function serveWebhooks(
  api: PrivateApi,
  { webhooks, configuration, apiUrl, baseUrl }: WebhooksProps,
): void {
  const { retries, slowAttempts, secretsKey } = webhooks;
  const served = api.serve(
    manageWebhooks,
    {
      API_URL: apiUrl,
      BASE_URL: baseUrl,
      SECRETS_KEY_ARN: secretsKey.keyArn,
      RETRIES_QUEUE_URL: retries.queue.queueUrl,
      SLOW_ATTEMPTS_QUEUE_URL: slowAttempts.queue.queueUrl,
      ALLOWED_RECEIVER_ADDRESSES: configuration.allowedReceiverAddresses.join(","),
    },
    // A check with forged deliveries waits 20 s for a receiver, a part of a recovery 16 s.
    { timeout: boundedRunTimeout },
  );
  grantManagingEndpoints(served);
  grantReadingDeliveries(served);
  grantManagingChat(served);
  // A secret is sealed when it is made, and opened for a test delivery.
  served.grantIf(
    { StringEquals: { "kms:EncryptionContext:purpose": "webhook-signing-secrets" } },
    secretsKey.keyArn,
    "kms:Decrypt",
    "kms:GenerateDataKeyWithoutPlaintext",
  );
  // What is resent goes where retries go.
  for (const { queue } of [retries, slowAttempts]) served.grant(queue.queueArn, "sqs:SendMessage");
}

/**
 * An endpoint changes in a transaction with its organization and the audit entry, on condition of the
 * member's role.
 */
function grantManagingEndpoints(manager: ServiceFunction<never>): void {
  const { organizations, webhookEndpoints, dataKeys, members, auditEntries } = tablesOf(manager);
  const { counters, counterGroups } = tablesOf(manager);
  const read = [
    "organizationId",
    "name",
    "plan",
    "createdAt",
    "endpointIds",
    "counterCount",
    "groupCount",
    "alertCount",
    "alertEpoch",
    "revision",
    "timeZone",
    "nextDayStart",
    "dayStarts",
    "language",
    "pins",
    "mails",
  ];
  // Not the hashes of the API keys.
  grantReading(manager, organizations.tableArn, { attributes: read });
  const changed = ["organizationId", "endpointIds", "revision"];
  grantUpdating(manager, organizations.tableArn, { attributes: changed });
  manager.grant(
    webhookEndpoints.tableArn,
    "dynamodb:GetItem",
    "dynamodb:Query",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
    "dynamodb:DeleteItem",
  );
  // Whether a filter's counters and groups are the organization's.
  grantReading(manager, counters.tableArn, {
    attributes: ["organizationId", "counterId"],
    action: "dynamodb:BatchGetItem",
  });
  grantReading(manager, counterGroups.tableArn, {
    attributes: ["organizationId", "groupId"],
    action: "dynamodb:BatchGetItem",
  });
  manager.grant(dataKeys.tableArn, "dynamodb:GetItem", "dynamodb:PutItem");
  manager.grant(members.tableArn, "dynamodb:ConditionCheckItem");
  manager.grant(auditEntries.tableArn, "dynamodb:PutItem");
}

/** Chat channels are sealed, tested and changed as endpoints are; they exist where people get mail. */
function grantManagingChat(manager: ServiceFunction<never>): void {
  const { organizations, notices } = tablesOf(manager);
  if (notices === undefined) return;
  manager.lambda.addEnvironment("NOTICES_TABLE", notices.tableName);
  manager.grant(notices.tableArn, "dynamodb:GetItem", "dynamodb:PutItem");
  manager.grant(organizations.tableArn, "dynamodb:ConditionCheckItem");
}

/** Deliveries are read and restarted, and their events read. */
function grantReadingDeliveries(manager: ServiceFunction<never>): void {
  const { deliveries, counters, countEvents, alertFirings } = tablesOf(manager);
  manager.grant(
    deliveries.tableArn,
    "dynamodb:GetItem",
    "dynamodb:BatchGetItem",
    "dynamodb:Query",
    "dynamodb:UpdateItem",
  );
  grantIndex(manager, "deliveries");
  manager.grant(counters.tableArn, "dynamodb:GetItem");
  for (const { tableArn } of [countEvents, alertFirings]) {
    manager.grant(tableArn, "dynamodb:GetItem", "dynamodb:Query");
  }
}
