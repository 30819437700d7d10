import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import type { Counter } from "../../core/counters/counter.ts";
import { maximumCounters } from "../../core/organizations/organization.ts";
import { failedCondition, transact, transactionItems } from "../aws/dynamodb-transaction.ts";

export type CounterCreation =
  /** How many were written now; the rest existed already under the same id and stayed as it was. */
  { result: "created"; created: number } | { result: "limit_reached" | "no_such_organization" };

export interface CounterCreator {
  /** Creates up to 99 counters of one organization, all or none. */
  create(counters: Counter[]): Promise<CounterCreation>;
}

/** One item of each transaction counts the organization's counters. */
export const countersPerTransaction = transactionItems - 1;

export function dynamodbCounterCreator(
  client: DynamoDBClient,
  tables: { organizations: string; counters: string },
  clock: Clock,
): CounterCreator {
  return {
    async create(counters) {
      let missing = counters;
      for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
        const [first] = missing;
        if (first === undefined) return { result: "created", created: 0 };
        const result = await transact(client, [
          { Update: { TableName: tables.organizations, ...room(first, missing.length) } },
          ...missing.map((counter) => ({ Put: put(tables.counters, counter) })),
        ]);
        if (result.result === "written") return { result: "created", created: missing.length };
        const [roomReason, ...putReasons] = result.reasons;
        if (failedCondition(roomReason) && !putReasons.some(failedCondition)) {
          const exists = roomReason?.Item !== undefined;
          return { result: exists ? "limit_reached" : "no_such_organization" };
        }
        missing = missing.filter((_, index) => !failedCondition(putReasons[index]));
        await clock.backOff(attempt);
      }
      throw new Error("the organization was changed by others all the time; try again");
    },
  };
}

const maximumAttempts = 30;

function room({ organizationId }: Counter, wanted: number) {
  return {
    Key: marshall({ organizationId }),
    UpdateExpression: "ADD counterCount :wanted",
    ConditionExpression: "counterCount <= :most",
    ExpressionAttributeValues: marshall({ ":wanted": wanted, ":most": maximumCounters - wanted }),
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
}

function put(tableName: string, { id, ...counter }: Counter) {
  return {
    TableName: tableName,
    Item: marshall({ counterId: id, ...counter }),
    ConditionExpression: "attribute_not_exists(counterId)",
  };
}
