import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { MeasuredList } from "../../core/counters/list-budget.ts";
import type { Tables } from "../../core/tables.ts";
import { batchGetBytes } from "../aws/dynamodb-batch-get.ts";
import { rawPages } from "../aws/dynamodb-raw-items.ts";
import { organizationQuery } from "../aws/organization-items.ts";
import { type CounterListOptions, CounterListWriter } from "./counter-list-writer.ts";
import type { CountersWanted } from "./dynamodb-counter-homes.ts";

/** Lists counters as JSON, sorted by name, with the read units that the list consumed. */
export function dynamodbCounterList(
  client: DynamoDBClient,
  { counters: tableName }: Tables<"counters">,
  options: CounterListOptions,
): MeasuredList<Buffer> {
  return async (organizationId, signal) => {
    const counters = new CounterListWriter(options);
    let readUnits = 0;
    const query = organizationQuery({ tableName, organizationId });
    for await (const page of rawPages(client, query, signal)) {
      counters.add(page);
      readUnits += page.readUnits;
    }
    return { counters: counters.sortedByName(), readUnits };
  };
}

/** Lists the counters with these ids as JSON, in their order; ids without a counter are left out. */
export function dynamodbCountersById(
  client: DynamoDBClient,
  { counters: tableName }: Tables<"counters">,
  options: CounterListOptions,
): (wanted: CountersWanted) => Promise<Buffer> {
  return async ({ organizationId, counterIds }) => {
    const counters = new CounterListWriter(options);
    const keys = counterIds.map((counterId) => marshall({ organizationId, counterId }));
    await batchGetBytes(client, { tableName, keys }, counters.add);
    return counters.inOrder(counterIds);
  };
}
