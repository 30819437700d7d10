import { dynamodbClient } from "../adapters/dynamodb-client.ts";
import { dynamodbCounters } from "../adapters/dynamodb-counters.ts";
import { getCounter } from "./contract.ts";
import { environmentOf } from "./environment.ts";
import { counterIdOf, noSuchCounter } from "./http/counter-path.ts";
import { readEndpoint } from "./http/read-endpoint.ts";

const environment = environmentOf(getCounter, process.env);
const client = dynamodbClient();
const counters = dynamodbCounters(client, environment.COUNTERS_TABLE);

export const handler = readEndpoint(
  { client, apiKeysTable: environment.API_KEYS_TABLE, keyBrand: environment.KEY_BRAND },
  (event) => async (organizationId, signal) => {
    const key = { organizationId, counterId: counterIdOf(event) };
    const counter = await counters.get(key, signal);
    if (counter === undefined) throw noSuchCounter();
    return counter;
  },
);
