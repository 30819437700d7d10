import { dynamodbClient } from "../adapters/dynamodb-client.ts";
import { dynamodbCountEvents } from "../adapters/dynamodb-count-events.ts";
import { dynamodbCounters } from "../adapters/dynamodb-counters.ts";
import { history } from "../core/count-event.ts";
import { historyPage } from "../core/history-page.ts";
import { getCounterHistory } from "./contract.ts";
import { environmentOf } from "./environment.ts";
import { counterIdOf, noSuchCounter } from "./http/counter-path.ts";
import { readEndpoint } from "./http/read-endpoint.ts";

const environment = environmentOf(getCounterHistory, process.env);
const client = dynamodbClient();
const counters = dynamodbCounters(client, environment.COUNTERS_TABLE);
const countEvents = dynamodbCountEvents(client, environment.COUNT_EVENTS_TABLE);

export const handler = readEndpoint(
  { client, apiKeysTable: environment.API_KEYS_TABLE, keyBrand: environment.KEY_BRAND },
  (event) => async (organizationId, signal) => {
    const page = historyPage(event.queryStringParameters ?? {});
    const key = { organizationId, counterId: counterIdOf(event) };
    const [counter, events] = await Promise.all([
      counters.get(key, signal),
      countEvents.page(key, page, signal),
    ]);
    if (counter === undefined) throw noSuchCounter();
    return history(counter, events);
  },
);
