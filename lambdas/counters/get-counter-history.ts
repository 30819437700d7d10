import { failingOnDamaged } from "../../adapters/aws/damaged-items.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbCounters } from "../../adapters/counters/contract-counters.ts";
import { dynamodbCountEvents } from "../../adapters/counters/dynamodb-count-events.ts";
import { historyPage, readHistory } from "../../core/counters/history-page.ts";
import { getCounterHistory } from "../functions/api.ts";
import { environmentOf } from "../functions/environment.ts";
import { readHandler } from "../http/read-handler.ts";
import { counterIdOf, noSuchCounter } from "./counter-path.ts";

const environment = environmentOf(getCounterHistory, process.env);
const client = dynamodbClient();
const counters = dynamodbCounters(client, environment.tables);
const countEvents = dynamodbCountEvents(client, environment.tables);

export const handler = readHandler(
  { client, environment },
  (event) => async (organizationId, signal) => {
    const page = historyPage(event.queryStringParameters ?? {});
    const key = { organizationId, counterId: counterIdOf(event) };
    // A page without one of its events would look complete.
    const history = await failingOnDamaged(() =>
      readHistory({ counters, countEvents }, { key, page }, signal),
    );
    if (history === undefined) throw noSuchCounter();
    return history;
  },
);
