import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbDeletionSummary } from "../../adapters/data/deletion/dynamodb-deletion-summary.ts";
import { dynamodbDeletions } from "../../adapters/data/deletion/dynamodb-deletions.ts";
import { dynamodbOrganizations } from "../../adapters/organizations/dynamodb-organizations.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { deletionRoutes } from "../../api/private/deletion.ts";
import { environmentOf } from "../functions/environment.ts";
import { deleteOrganization } from "../functions/private-api.ts";
import { areaHandler } from "../private-api/area-handler.ts";
import { memberAccess } from "../private-api/member-access.ts";
import { deletionHandlers } from "./deletion-routes.ts";

const environment = environmentOf(deleteOrganization, process.env);
const client = dynamodbClient();
const tables = { ...environment.tables, notices: environment.NOTICES_TABLE };
const ports = {
  clock: systemClock,
  randomBase62,
  organizations: dynamodbOrganizations(client, tables),
  deletions: dynamodbDeletions(client, tables, systemClock),
  summaryOf: dynamodbDeletionSummary(client, tables, systemClock),
};

export const handler = areaHandler(
  {
    routes: deletionRoutes,
    consoleUrl: environment.CONSOLE_URL,
    access: memberAccess(client, tables),
  },
  deletionHandlers(ports),
);
