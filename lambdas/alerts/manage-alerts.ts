import { dynamodbAlertRegistry } from "../../adapters/alerts/dynamodb-alert-registry.ts";
import { dynamodbFirings } from "../../adapters/alerts/dynamodb-firings.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbCounters } from "../../adapters/counters/contract-counters.ts";
import { dynamodbGroups } from "../../adapters/groups/dynamodb-groups.ts";
import { dynamodbOrganizations } from "../../adapters/organizations/dynamodb-organizations.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { dynamodbSubscriptions } from "../../adapters/webhooks/dynamodb-endpoints.ts";
import { alertRoutes } from "../../api/private/alerts.ts";
import { environmentOf } from "../functions/environment.ts";
import { manageAlerts } from "../functions/private-api.ts";
import { areaHandler } from "../private-api/area-handler.ts";
import { memberAccess } from "../private-api/member-access.ts";
import { alertHandlers } from "./alert-routes.ts";

const environment = environmentOf(manageAlerts, process.env);
const client = dynamodbClient();
const { tables } = environment;
const ports = {
  clock: systemClock,
  randomBase62,
  organizations: dynamodbOrganizations(client, tables),
  alertRegistry: dynamodbAlertRegistry(client, tables, systemClock),
  firings: dynamodbFirings(client, tables),
  counters: dynamodbCounters(client, tables),
  groups: dynamodbGroups(client, tables),
  isSubscribed: dynamodbSubscriptions(client, tables),
};

export const handler = areaHandler(
  {
    routes: alertRoutes,
    consoleUrl: environment.CONSOLE_URL,
    access: memberAccess(client, tables),
  },
  alertHandlers(ports),
);
