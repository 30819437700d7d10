import { hash } from "node:crypto";
import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { longestSessionSeconds } from "../../core/limits.ts";

/** Longer than a session lasts, without which no form has the same secret again. */
const usedSeconds = longestSessionSeconds + 86_400;

/**
 * Of a transaction with which a member creates something: nobody has used its id, and from now on it is
 * used, whatever becomes of the thing. So a form that is sent again brings nothing back.
 */
export function firstUseOf(TableName: string, id: string, nowMs: number): TransactWriteItem {
  return {
    Update: {
      TableName,
      // An embed's id is its secret.
      Key: marshall({ limitKey: `id/${hash("sha256", id, "hex")}` }),
      UpdateExpression: "SET expiresAt = :expiresAt",
      ConditionExpression: "attribute_not_exists(limitKey)",
      ExpressionAttributeValues: marshall({
        ":expiresAt": Math.ceil(nowMs / 1_000) + usedSeconds,
      }),
    },
  };
}
