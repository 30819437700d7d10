import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbCounters } from "../../adapters/counters/contract-counters.ts";
import { getCounter } from "../functions/api.ts";
import { environmentOf } from "../functions/environment.ts";
import { readHandler } from "../http/read-handler.ts";
import { counterIdOf, noSuchCounter } from "./counter-path.ts";

const environment = environmentOf(getCounter, process.env);
const client = dynamodbClient();
const counters = dynamodbCounters(client, environment.tables);

export const handler = readHandler(
  { client, environment },
  (event) => async (organizationId, signal) => {
    const key = { organizationId, counterId: counterIdOf(event) };
    const counter = await counters.get(key, signal);
    if (counter === undefined) throw noSuchCounter();
    return counter;
  },
);
