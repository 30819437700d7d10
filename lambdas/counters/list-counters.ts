import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbCounters } from "../../adapters/counters/dynamodb-counters.ts";
import { sortByName } from "../../core/list-order.ts";
import { listCounters } from "../functions/api.ts";
import { environmentOf } from "../functions/environment.ts";
import { readHandler } from "../http/read-handler.ts";

const environment = environmentOf(listCounters, process.env);
const client = dynamodbClient();
const counters = dynamodbCounters(client, environment.COUNTERS_TABLE);

export const handler = readHandler(
  { client, apiKeysTable: environment.API_KEYS_TABLE, keyBrand: environment.KEY_BRAND },
  () => async (organizationId, signal) => ({
    counters: sortByName(await counters.list(organizationId, signal)),
  }),
);
