import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { listUnitsPerSecond, type TakeListUnits } from "../../core/counters/list-budget.ts";
import type { Tables } from "../../core/tables.ts";

/** One conditional update in the table of rate limits, of an item for each second. */
export function dynamodbListBudget(
  client: DynamoDBClient,
  { rateLimits: tableName }: Tables<"rateLimits">,
  clock: Pick<Clock, "now">,
): TakeListUnits {
  return async (organizationId, units) => {
    const second = Math.floor(clock.now() / 1_000);
    try {
      await client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: { limitKey: { S: listBudgetKey(organizationId, second) } },
          UpdateExpression: "ADD used :units SET expiresAt = :expiresAt",
          ConditionExpression: "attribute_not_exists(used) OR used < :most",
          ExpressionAttributeValues: marshall({
            ":units": units,
            ":expiresAt": second + keptSeconds,
            ":most": listUnitsPerSecond,
          }),
        }),
        { abortSignal: AbortSignal.timeout(patienceMs) },
      );
      return "taken";
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return "used_up";
      throw error;
    }
  };
}

export function listBudgetKey(organizationId: string, second: number): string {
  return `lists:${organizationId}:${second}`;
}

/** Instances' clocks differ; nobody asks for a second that ended this long ago. */
const keptSeconds = 600;
/** A budget that takes longer than this counts as failed: no list waits for it. */
const patienceMs = 1_000;
