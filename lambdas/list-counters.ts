import { dynamodbClient } from "../adapters/dynamodb-client.ts";
import { dynamodbCounters } from "../adapters/dynamodb-counters.ts";
import { sortCounters } from "../core/counter.ts";
import { listCounters } from "./contract.ts";
import { environmentOf } from "./environment.ts";
import { readEndpoint } from "./http/read-endpoint.ts";

const environment = environmentOf(listCounters, process.env);
const client = dynamodbClient();
const counters = dynamodbCounters(client, environment.COUNTERS_TABLE);

export const handler = readEndpoint(
  { client, apiKeysTable: environment.API_KEYS_TABLE, keyBrand: environment.KEY_BRAND },
  () => async (organizationId, signal) => ({
    counters: sortCounters(await counters.list(organizationId, signal)),
  }),
);
