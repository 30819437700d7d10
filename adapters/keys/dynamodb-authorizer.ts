import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  TransactionConflictException,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type { Clock } from "../../core/clock.ts";
import type { ApiKeyAuthorizer, Authorization } from "../../core/keys/authorized-read.ts";
import { rateLimitStatus, windowsAt } from "../../core/keys/rate-limit.ts";
import type { Tables } from "../../core/tables.ts";
import type { Item } from "../aws/dynamodb-batch-get.ts";
import { besideTransactions } from "../aws/dynamodb-transaction.ts";
import { ItemFields } from "../aws/item-fields.ts";
import { windowNames } from "./key-windows.ts";

/**
 * Authentication, plan and rate limit in ONE conditional update of the key's item, which also
 * counts the request. Each window counts in an attribute of its own (`minute:29384756`), so no
 * request needs to know the window of the previous one. The newest minute says when the key was last
 * used, so it is never removed. A request that the SDK repeats after a lost response can count twice;
 * that costs the key one request of its limit.
 */
export function dynamodbAuthorizer(
  client: DynamoDBClient,
  { apiKeys: tableName }: Tables<"apiKeys">,
  clock: Pick<Clock, "backOff">,
): ApiKeyAuthorizer {
  async function count(keyHash: string, nowMs: number): Promise<Item> {
    const windows = windowNames(nowMs);
    const { Attributes } = await client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: { keyHash: { S: keyHash } },
        UpdateExpression: "ADD #minute :one, #hour :one",
        ConditionExpression: condition,
        ExpressionAttributeNames: { "#minute": windows.minute, "#hour": windows.hour },
        ExpressionAttributeValues: { ":zero": { N: "0" }, ":one": { N: "1" } },
        ReturnValues: "ALL_NEW",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return Attributes ?? {};
  }

  return {
    async authorize(keyHash, nowMs) {
      try {
        // A change of plan or a revocation writes the same item.
        const item = await besideTransactions(clock, () => count(keyHash, nowMs));
        await removeOldWindows(client, tableName, { item, nowMs });
        return { result: "authorized", ...countedRequest(item, nowMs) };
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return refusal(error.Item, nowMs);
        throw error;
      }
    },
  };
}

const condition = [
  "attribute_exists(keyHash)",
  "requestsPerMinute > :zero",
  "(attribute_not_exists(#minute) OR #minute < requestsPerMinute)",
  "(attribute_not_exists(#hour) OR #hour < requestsPerHour)",
].join(" AND ");

function refusal(item: Item | undefined, nowMs: number): Authorization {
  if (item === undefined) return { result: "unknown_key" };
  const { keyId, rateLimit } = countedRequest(item, nowMs);
  if (rateLimit.minute.limit === 0) return { result: "plan_required", keyId };
  return { result: "rate_limited", keyId, rateLimit };
}

function countedRequest(item: Item, nowMs: number) {
  const fields = new ItemFields(item);
  const limits = {
    requestsPerMinute: fields.integer("requestsPerMinute"),
    requestsPerHour: fields.integer("requestsPerHour"),
  };
  const names = windowNames(nowMs);
  const used = (name: string) => (fields.has(name) ? fields.integer(name) : 0);
  return {
    keyId: fields.text("keyId"),
    organizationId: fields.text("organizationId"),
    rateLimit: rateLimitStatus(
      limits,
      { minute: used(names.minute), hour: used(names.hour) },
      nowMs,
    ),
  };
}

/** Old windows are removed this many at a time, before the item outgrows one write unit (1 KB). */
const oldWindowsKept = 16;

async function removeOldWindows(
  client: DynamoDBClient,
  tableName: string,
  { item, nowMs }: { item: Item; nowMs: number },
): Promise<void> {
  const { keyHash } = item;
  const old = oldWindows(item, nowMs);
  if (old.length < oldWindowsKept || keyHash === undefined) return;
  const placeholders = old.map((_, index) => `#w${index}`);
  const removal = client.send(
    new UpdateItemCommand({
      TableName: tableName,
      Key: { keyHash },
      // A key revoked a moment ago must not come back as an item of its own.
      ConditionExpression: "attribute_exists(keyHash)",
      UpdateExpression: `REMOVE ${placeholders.join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(
        placeholders.map((placeholder, index) => [placeholder, old[index] ?? ""]),
      ),
    }),
  );
  await removal.catch((error) => {
    // The request is counted, and a later request can remove the windows.
    if (!(error instanceof TransactionConflictException)) throw error;
  });
}

// The window before the current one stays: an instance whose clock is behind still counts in it.
function oldWindows(item: Item, nowMs: number): string[] {
  const current = windowsAt(nowMs);
  return Object.keys(item).filter((name) => {
    if (!name.includes(":")) return false;
    const [kind, window] = name.split(":");
    if (kind === "minute") return Number(window) < current.minute - 1;
    return kind === "hour" && Number(window) < current.hour - 1;
  });
}
