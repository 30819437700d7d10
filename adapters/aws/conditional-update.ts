import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { besideTransactions } from "./dynamodb-transaction.ts";

/** Changes an item that transactions also write; false where the condition fails. */
export function conditionalUpdate(
  client: DynamoDBClient,
  TableName: string,
  clock: Pick<Clock, "backOff">,
) {
  return async (
    key: Record<string, string>,
    change: Omit<UpdateItemCommandInput, "TableName" | "Key">,
  ): Promise<boolean> => {
    const command = new UpdateItemCommand({ TableName, Key: marshall(key), ...change });
    try {
      await besideTransactions(clock, () => client.send(command));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  };
}
