import {
  type CancellationReason,
  type DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import type { Clock } from "../../core/clock.ts";

/** The most items that DynamoDB takes in one transaction. */
export const transactionItems = 100;

export type TransactionResult =
  | { result: "written" }
  /** Nothing was written; one reason per item, in the order of the items. */
  | { result: "canceled"; reasons: CancellationReason[] };

/**
 * Writes all items or none. Throws for a reason that another attempt cannot overcome. The SDK sends
 * a token with each transaction, so its own retry after a lost response changes nothing.
 */
export async function transact(
  client: DynamoDBClient,
  items: TransactWriteItem[],
): Promise<TransactionResult> {
  try {
    await client.send(new TransactWriteItemsCommand({ TransactItems: items }));
    return { result: "written" };
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    if (!reasons.every(({ Code }) => transientReasons.has(Code ?? "None"))) throw error;
    return { result: "canceled", reasons };
  }
}

const heldAttempts = 10;

/**
 * Repeats a write of one item while a transaction holds the item, which takes milliseconds; the SDK
 * does not. Throws the conflict after the last attempt.
 */
export async function besideTransactions<Result>(
  { backOff }: Pick<Clock, "backOff">,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const isHeld = error instanceof TransactionConflictException;
      if (!isHeld || attempt === heldAttempts) throw error;
      await backOff(attempt);
    }
  }
}

export function failedCondition(reason: CancellationReason | undefined): boolean {
  return reason?.Code === "ConditionalCheckFailed";
}

/** Whether this item is not why a transaction was canceled. */
export function passed(reason: CancellationReason | undefined): boolean {
  return (reason?.Code ?? "None") === "None";
}

const transientReasons = new Set([
  "None",
  "ConditionalCheckFailed",
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);
