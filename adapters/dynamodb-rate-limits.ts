import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../core/clock.ts";
import { limitItem, limitResult, type RateLimits, windowOf } from "../core/rate-limits.ts";
import type { Tables } from "../core/tables.ts";
import { parseItem } from "./aws/dynamodb-items.ts";

/**
 * One conditional update per use. A request of the SDK that is repeated after a lost response can
 * count twice, which costs the caller a use.
 */
export function dynamodbRateLimits(
  client: DynamoDBClient,
  { rateLimits: tableName }: Tables<"rateLimits">,
  clock: Pick<Clock, "now">,
): RateLimits {
  return {
    async use(limit, caller, uses = 1) {
      const nowMs = clock.now();
      const { limitKey, expiresAt } = limitItem(limit, caller, nowMs);
      try {
        const { Attributes } = await client.send(
          new UpdateItemCommand({
            TableName: tableName,
            Key: { limitKey: { S: limitKey } },
            UpdateExpression: "ADD used :uses SET expiresAt = :expiresAt",
            ConditionExpression: "attribute_not_exists(used) OR used <= :room",
            ExpressionAttributeValues: marshall({
              ":uses": uses,
              ":expiresAt": expiresAt,
              ":room": windowOf(limit).most - uses,
            }),
            ReturnValues: "ALL_NEW",
            ReturnValuesOnConditionCheckFailure: "ALL_OLD",
          }),
          { abortSignal: AbortSignal.timeout(patienceMs) },
        );
        return limitResult("allowed", limit, { used: usedOf(Attributes), nowMs });
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return limitResult("limited", limit, { used: usedOf(error.Item), nowMs });
      }
    },
  };
}

/** A limiter that takes longer than this counts as failed: nobody's tap waits for it. */
const patienceMs = 1_000;

function usedOf(item: Record<string, AttributeValue> | undefined): number {
  return parseItem(LimitItem, item).used;
}

const LimitItem = z.object({ used: z.int() });
