import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { besideTransactions } from "./dynamodb-transaction.ts";

interface ConditionalChange {
  key: Record<string, string>;
  set: string;
  condition: string;
  names?: Record<string, string>;
  values: Record<string, unknown>;
}

/** Changes an item that transactions also write; false where the condition fails. */
export function conditionalUpdate(
  client: DynamoDBClient,
  TableName: string,
  clock: Pick<Clock, "backOff">,
) {
  return async ({ key, set, condition, names, values }: ConditionalChange): Promise<boolean> => {
    const input: UpdateItemCommandInput = {
      ...{ TableName, Key: marshall(key), UpdateExpression: `SET ${set}` },
      ConditionExpression: condition,
      ...(names && { ExpressionAttributeNames: names }),
      ExpressionAttributeValues: marshall(values),
    };
    try {
      await besideTransactions(clock, () => client.send(new UpdateItemCommand(input)));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  };
}
