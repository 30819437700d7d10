import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { dynamodbCounterList } from "../../adapters/counters/dynamodb-counter-list.ts";
import { dynamodbListBudget } from "../../adapters/counters/dynamodb-list-budget.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { Counter } from "../../core/counters/counter.ts";
import { budgetedList, type TakeListUnits } from "../../core/counters/list-budget.ts";
import type { Read } from "../../core/keys/authorized-read.ts";
import { tooBusy } from "../http/error-response.ts";
import { logger } from "../telemetry/logger.ts";

/** Reads the list of contract §4.1 as JSON; throws 503 while the organization's long lists are used up. */
export function counterList(
  client: DynamoDBClient,
  tables: { counters: string; rateLimits: string },
): Read<Buffer> {
  const budget = dynamodbListBudget(client, tables, systemClock);
  const list = budgetedList(dynamodbCounterList(client, tables, inUse), orTaken(budget));
  return async (organizationId, signal) => {
    const listed = await list(organizationId, signal);
    if (listed.result === "used_up") {
      throw tooBusy("Your organization reads too many long lists at once; repeat in 1 s");
    }
    return listed.counters;
  };
}

const inUse = { shape: Counter.shape, archived: false };

/** A budget that fails limits nobody. */
export function orTaken(takeUnits: TakeListUnits): TakeListUnits {
  return (organizationId, units) =>
    takeUnits(organizationId, units).catch((error: unknown) => {
      logger.warn("read units of lists could not be counted; the request goes on", { error });
      return "taken" as const;
    });
}
