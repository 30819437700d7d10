import { dynamodbFirings } from "../../adapters/alerts/dynamodb-firings.ts";
import { dynamodbAuditLog } from "../../adapters/audit/dynamodb-audit-log.ts";
import { kmsClient, sqsClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbCountEvents } from "../../adapters/counters/dynamodb-count-events.ts";
import { dynamodbStoredCounters } from "../../adapters/counters/dynamodb-counters.ts";
import { dynamodbRateLimits } from "../../adapters/dynamodb-rate-limits.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { deliveryPorts } from "../../adapters/webhooks/delivery-ports.ts";
import { endpointPorts } from "../../adapters/webhooks/endpoint-ports.ts";
import { deliveryRoutes, eventRoutes } from "../../api/private/deliveries.ts";
import { endpointRoutes } from "../../api/private/webhooks.ts";
import { environmentOf } from "../functions/environment.ts";
import { manageWebhooks } from "../functions/private-api.ts";
import { areaHandler } from "../private-api/area-handler.ts";
import { accessTables, memberAccess } from "../private-api/member-access.ts";
import { deliveryHandlers } from "./delivery-routes.ts";
import { endpointHandlers } from "./endpoint-routes.ts";
import { eventHandlers } from "./event-routes.ts";
import { webhookPlanCheck } from "./webhook-plan.ts";

const environment = environmentOf(manageWebhooks, process.env);
const dynamodb = dynamodbClient();
const service = {
  clients: { dynamodb, kms: kmsClient(), sqs: sqsClient() },
  outputs: {
    OrganizationsTable: environment.ORGANIZATIONS_TABLE,
    WebhookEndpointsTable: environment.WEBHOOK_ENDPOINTS_TABLE,
    DeliveriesTable: environment.DELIVERIES_TABLE,
    DataKeysTable: environment.DATA_KEYS_TABLE,
    CountersTable: environment.COUNTERS_TABLE,
    CountEventsTable: environment.COUNT_EVENTS_TABLE,
    AlertFiringsTable: environment.ALERT_FIRINGS_TABLE,
    AuditEntriesTable: environment.AUDIT_ENTRIES_TABLE,
    MembersTable: environment.MEMBERS_TABLE,
    RateLimitsTable: environment.RATE_LIMITS_TABLE,
    SecretsKey: environment.SECRETS_KEY_ARN,
    RetriesQueue: environment.RETRIES_QUEUE_URL,
    SlowAttemptsQueue: environment.SLOW_ATTEMPTS_QUEUE_URL,
    AllowedReceiverAddresses: environment.ALLOWED_RECEIVER_ADDRESSES,
  },
};
const { organizations, ...endpoints } = endpointPorts(service);
const ports = {
  ...deliveryPorts(service),
  ...endpoints,
  apiUrl: environment.API_URL,
  auditLog: dynamodbAuditLog(dynamodb, environment.AUDIT_ENTRIES_TABLE),
  counters: dynamodbStoredCounters(dynamodb, environment.COUNTERS_TABLE),
  countEvents: dynamodbCountEvents(dynamodb, environment.COUNT_EVENTS_TABLE),
  firings: dynamodbFirings(dynamodb, environment.ALERT_FIRINGS_TABLE),
  rateLimits: dynamodbRateLimits(dynamodb, environment.RATE_LIMITS_TABLE, systemClock),
};

export const handler = areaHandler(
  {
    routes: { ...endpointRoutes, ...deliveryRoutes, ...eventRoutes },
    consoleUrl: environment.CONSOLE_URL,
    access: memberAccess(dynamodb, accessTables(environment)),
    checkPlan: webhookPlanCheck(organizations.getWithoutKeys),
  },
  { ...endpointHandlers(ports), ...deliveryHandlers(ports), ...eventHandlers(ports) },
);
