import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { type Clock, conflict, retryConflicts } from "../../core/clock.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import type { CounterCreation, CounterCreator } from "../../core/counters/counter-creation.ts";
import { maximumCounters } from "../../core/organizations/organization.ts";
import { failedCondition, transact, transactionItems } from "../aws/dynamodb-transaction.ts";

export function dynamodbCounterCreator(
  client: DynamoDBClient,
  tables: { organizations: string; counters: string },
  clock: Clock,
): CounterCreator {
  return {
    // One item of each transaction counts the organization's counters.
    maximumBatch: transactionItems - 1,

    async create(counters) {
      let missing = counters;
      return await retryConflicts<CounterCreation>(clock, contention, async () => {
        const [first] = missing;
        if (first === undefined) return { result: "created", created: 0 };
        const written = await transact(client, [
          { Update: { TableName: tables.organizations, ...room(first, missing.length) } },
          ...missing.map((counter) => ({ Put: put(tables.counters, counter) })),
        ]);
        if (written.result === "written") return { result: "created", created: missing.length };
        const [roomReason, ...putReasons] = written.reasons;
        if (failedCondition(roomReason) && !putReasons.some(failedCondition)) {
          const exists = roomReason?.Item !== undefined;
          return { result: exists ? "limit_reached" : "no_such_organization" };
        }
        missing = missing.filter((_, index) => !failedCondition(putReasons[index]));
        return conflict;
      });
    },
  };
}

const contention = { attempts: 30, what: "the organization" };

function room({ organizationId }: StoredCounter, wanted: number) {
  return {
    Key: marshall({ organizationId }),
    UpdateExpression: "ADD counterCount :wanted",
    ConditionExpression: "counterCount <= :most",
    ExpressionAttributeValues: marshall({ ":wanted": wanted, ":most": maximumCounters - wanted }),
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
}

function put(tableName: string, { id, ...counter }: StoredCounter) {
  return {
    TableName: tableName,
    Item: marshall({ counterId: id, ...counter }),
    ConditionExpression: "attribute_not_exists(counterId)",
  };
}
