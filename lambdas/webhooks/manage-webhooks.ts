import { setTimeout } from "node:timers/promises";
import { dynamodbFirings } from "../../adapters/alerts/dynamodb-firings.ts";
import { kmsClient, sqsClient } from "../../adapters/aws/clients.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbStoredCounters } from "../../adapters/counters/dynamodb-counters.ts";
import { dynamodbRateLimits } from "../../adapters/dynamodb-rate-limits.ts";
import { chatStores } from "../../adapters/notices/chat-stores.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { dynamodbNewestCounts } from "../../adapters/webhooks/stream-events.ts";
import { webhookStores } from "../../adapters/webhooks/webhook-stores.ts";
import { deliveryRoutes, eventRoutes } from "../../api/private/deliveries.ts";
import { chatRoutes } from "../../api/private/notices.ts";
import { endpointRoutes } from "../../api/private/webhooks.ts";
import { environmentOf } from "../functions/environment.ts";
import { manageWebhooks } from "../functions/private-api.ts";
import { chatHandlers } from "../notices/chat-routes.ts";
import { areaHandler } from "../private-api/area-handler.ts";
import { memberAccess } from "../private-api/member-access.ts";
import { deliveryHandlers } from "./delivery-routes.ts";
import { endpointHandlers } from "./endpoint-routes.ts";
import { eventHandlers } from "./event-routes.ts";
import { webhookPlanCheck } from "./webhook-plan.ts";

const environment = environmentOf(manageWebhooks, process.env);
const { tables } = environment;
const dynamodb = dynamodbClient();
const stores = webhookStores(
  { dynamodb, kms: kmsClient(), sqs: sqsClient() },
  {
    tables,
    queues: { fast: environment.RETRIES_QUEUE_URL, slow: environment.SLOW_ATTEMPTS_QUEUE_URL },
    kmsKeyArn: environment.SECRETS_KEY_ARN,
    allowedAddresses: environment.ALLOWED_RECEIVER_ADDRESSES,
  },
);
const ports = {
  ...stores,
  apiUrl: environment.API_URL,
  baseUrl: environment.BASE_URL,
  counters: dynamodbStoredCounters(dynamodb, tables),
  newestCounts: dynamodbNewestCounts(dynamodb, tables),
  firings: dynamodbFirings(dynamodb, tables),
  rateLimits: dynamodbRateLimits(dynamodb, tables, systemClock),
  wait: async (ms: number) => await setTimeout(ms),
};
const { NOTICES_TABLE: notices } = environment;
const chat =
  notices === undefined
    ? undefined
    : chatStores(dynamodb, { ...stores, tables: { ...tables, notices } });

export const handler = areaHandler(
  {
    routes: { ...endpointRoutes, ...deliveryRoutes, ...eventRoutes, ...chatRoutes },
    consoleUrl: environment.CONSOLE_URL,
    access: memberAccess(dynamodb, tables),
    checkPlan: webhookPlanCheck(stores.organizations.getWithoutKeys),
  },
  {
    ...endpointHandlers(ports),
    ...deliveryHandlers(ports),
    ...eventHandlers(ports),
    ...chatHandlers(chat),
  },
);
