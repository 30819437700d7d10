import { dynamodbFirings } from "../../adapters/alerts/dynamodb-firings.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbMarkReader } from "../../adapters/counters/dynamodb-count-marks.ts";
import { countersInUse } from "../../adapters/counters/dynamodb-counter-homes.ts";
import { dynamodbListBudget } from "../../adapters/counters/dynamodb-list-budget.ts";
import { dynamodbGateList } from "../../adapters/gates/dynamodb-gates.ts";
import { dynamodbGroupList } from "../../adapters/groups/dynamodb-groups.ts";
import { dynamodbOrganizationSettings } from "../../adapters/organizations/dynamodb-organization-settings.ts";
import { dynamodbOrganizations } from "../../adapters/organizations/dynamodb-organizations.ts";
import {
  dynamodbCandidates,
  dynamodbCountedBefore,
  dynamodbGroupsById,
  dynamodbOverviewOrganization,
} from "../../adapters/overview/dynamodb-overview.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { dynamodbWebhookEndpoints } from "../../adapters/webhooks/dynamodb-endpoints.ts";
import { countOpen } from "../../adapters/webhooks/dynamodb-open-deliveries.ts";
import { overviewRoutes } from "../../api/private/overview.ts";
import { budgetedList } from "../../core/counters/list-budget.ts";
import { orTaken } from "../counters/counter-list.ts";
import { environmentOf } from "../functions/environment.ts";
import { showOverview } from "../functions/private-api.ts";
import { areaHandler } from "../private-api/area-handler.ts";
import { memberAccess } from "../private-api/member-access.ts";
import { overviewHandlers } from "./overview-routes.ts";

/** Waiting deliveries of an endpoint are counted up to here: 30 read units. */
const maximumWaiting = 1_000;

const environment = environmentOf(showOverview, process.env);
const client = dynamodbClient();
const { tables } = environment;
const budget = dynamodbListBudget(client, tables, systemClock);

export const handler = areaHandler(
  {
    routes: overviewRoutes,
    consoleUrl: environment.CONSOLE_URL,
    access: memberAccess(client, tables),
  },
  overviewHandlers({
    organization: dynamodbOverviewOrganization(client, tables),
    organizationSettings: dynamodbOrganizationSettings(client, tables, systemClock, {
      read: dynamodbOrganizations(client, tables).getWithoutKeys,
    }),
    listCounters: budgetedList(dynamodbCandidates(client, tables), orTaken(budget)),
    listGroups: dynamodbGroupList(client, tables),
    counters: countersInUse.bind(undefined, client, tables),
    groups: dynamodbGroupsById(client, tables),
    marks: dynamodbMarkReader(client, tables),
    countedBefore: dynamodbCountedBefore(client, tables),
    firings: dynamodbFirings(client, tables),
    listEndpoints: dynamodbWebhookEndpoints(client, tables).list,
    countWaiting: (endpointId) =>
      countOpen(client, tables.deliveries, {
        ...{ endpointId, state: "retry_scheduled", limit: maximumWaiting },
      }),
    listGates: dynamodbGateList(client, tables),
    clock: systemClock,
    randomBase62,
  }),
);
