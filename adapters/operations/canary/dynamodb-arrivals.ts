import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { canaryCounter } from "../../../core/operations/canary/canary-identity.ts";
import type { Tables } from "../../../core/tables.ts";
import { parseItem } from "../../aws/dynamodb-items.ts";

const keptSeconds = 3_600;

/**
 * Which events' webhooks have arrived, and when: items in the table of idempotency keys, in the
 * partition of the canary's counter. Tap keys begin differently there.
 */
export function dynamodbArrivals(
  client: DynamoDBClient,
  { idempotencyKeys: tableName }: Tables<"idempotencyKeys">,
) {
  const keyOf = (lastEventId: number) =>
    marshall({ counterId: canaryCounter.counterId, idempotencyKey: `arrival/${lastEventId}` });

  return {
    /** The first arrival counts: a delivery that comes again changes nothing. */
    async record(lastEventId: number, arrivedAtMs: number): Promise<void> {
      const expiresAt = Math.floor(arrivedAtMs / 1_000) + keptSeconds;
      try {
        await client.send(
          new PutItemCommand({
            TableName: tableName,
            Item: { ...keyOf(lastEventId), ...marshall({ lastEventId, arrivedAtMs, expiresAt }) },
            ConditionExpression: "attribute_not_exists(counterId)",
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },

    async arrivedAtMs(lastEventId: number): Promise<number | undefined> {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableName, Key: keyOf(lastEventId), ConsistentRead: true }),
      );
      return Item === undefined ? undefined : parseItem(ArrivalItem, Item).arrivedAtMs;
    },
  };
}

const ArrivalItem = z.object({ arrivedAtMs: z.int() });
