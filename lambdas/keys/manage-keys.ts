import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbApiKeys } from "../../adapters/keys/dynamodb-api-keys.ts";
import { dynamodbOrganizations } from "../../adapters/organizations/dynamodb-organizations.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { keyRoutes } from "../../api/private/keys.ts";
import { environmentOf } from "../functions/environment.ts";
import { manageKeys } from "../functions/private-api.ts";
import { areaHandler } from "../private-api/area-handler.ts";
import { memberAccess } from "../private-api/member-access.ts";
import { keyHandlers } from "./key-routes.ts";

const environment = environmentOf(manageKeys, process.env);
const client = dynamodbClient();
const { tables } = environment;
const ports = {
  clock: systemClock,
  randomBase62,
  keyBrand: environment.KEY_BRAND,
  apiUrl: environment.API_URL,
  organizations: dynamodbOrganizations(client, tables),
  apiKeys: dynamodbApiKeys(client, tables, systemClock),
};

export const handler = areaHandler(
  {
    routes: keyRoutes,
    consoleUrl: environment.CONSOLE_URL,
    access: memberAccess(client, tables),
  },
  keyHandlers(ports),
);
