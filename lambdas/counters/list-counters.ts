import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { listCounters } from "../functions/api.ts";
import { environmentOf } from "../functions/environment.ts";
import { readHandler } from "../http/read-handler.ts";
import { counterList } from "./counter-list.ts";

const environment = environmentOf(listCounters, process.env);
const client = dynamodbClient();
const list = counterList(client, environment.tables);

export const handler = readHandler({ client, environment }, () => list);
