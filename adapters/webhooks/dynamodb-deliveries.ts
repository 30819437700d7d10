import { isDeepStrictEqual } from "node:util";
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { deliveryDays } from "../../core/limits.ts";
import type { Tables } from "../../core/tables.ts";
import { DeliveryRecord, type DeliveryStore } from "../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../core/webhooks/delivery-id.ts";
import { type ReadItem, singleReads } from "../aws/dynamodb-batch-get.ts";
import type { GatheredInserts } from "../aws/dynamodb-batch-insert.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { wasSentAgain } from "../aws/failed-calls.ts";

interface DeliveryStoreOptions extends Pick<Clock, "now"> {
  /** One GetItem for each delivery unless given. */
  readItem?: ReadItem;
  /** One PutItem for each first attempt unless given. */
  inserts?: Pick<GatheredInserts, "insert">;
}

/** Deliveries as one item each, kept for 30 days after the last write. */
export function dynamodbDeliveries(
  client: DynamoDBClient,
  { deliveries: tableName }: Tables<"deliveries">,
  { now, readItem = singleReads(client), inserts }: DeliveryStoreOptions,
): DeliveryStore {
  const expiresAt = () => Math.floor(now() / 1_000) + deliveryDays * 86_400;

  function itemOf(record: DeliveryRecord) {
    const { deliveryId, ...stored } = record;
    return marshall({
      ...deliveryItemKey(deliveryId),
      ...stored,
      ...openAttributes(record, now()),
      expiresAt: expiresAt(),
    });
  }

  async function put(record: DeliveryRecord, condition: Condition): Promise<boolean> {
    const writing = client.send(
      new PutItemCommand({
        TableName: tableName,
        Item: itemOf(record),
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        ...condition,
      }),
    );
    const isLeft = (found: DeliveryRecord) => isDeepStrictEqual(found, record);
    return (await resultOf(writing, record.deliveryId, isLeft)).held;
  }

  async function load(deliveryId: string): Promise<DeliveryRecord | undefined> {
    const item = await readItem(tableName, marshall(deliveryItemKey(deliveryId)));
    return item === undefined ? undefined : recordOf(deliveryId, item);
  }

  function update(deliveryId: string, { set, condition, values }: Change) {
    return client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: marshall(deliveryItemKey(deliveryId)),
        UpdateExpression: `SET ${set}, expiresAt = :expiresAt`,
        ConditionExpression: condition,
        ExpressionAttributeNames: nextName,
        ExpressionAttributeValues: marshall({ ...values, ":expiresAt": expiresAt() }),
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
  }

  return {
    load,

    async recordFirst(record) {
      if (inserts === undefined)
        return await put(record, { ConditionExpression: "attribute_not_exists(endpointId)" });
      const key = marshall(deliveryItemKey(record.deliveryId));
      const inserted = await inserts.insert({ tableName, key, item: itemOf(record) });
      if (inserted.result === "inserted") return true;
      return inserted.sentAgain && isDeepStrictEqual(await load(record.deliveryId), record);
    },

    recordRetry: (record, { fencingToken, messageId }) =>
      put(record, {
        ConditionExpression: "#next.fencingToken = :token AND #next.claimedBy = :messageId",
        ExpressionAttributeNames: nextName,
        ExpressionAttributeValues: marshall({ ":token": fencingToken, ":messageId": messageId }),
      }),

    async claim(deliveryId, { fencingToken, messageId, nowMs, untilMs }) {
      const writing = update(deliveryId, {
        set: "#next.claimedBy = :messageId, #next.claimedUntilMs = :untilMs",
        condition: `#next.fencingToken = :token AND (${unclaimed} OR #next.claimedUntilMs < :nowMs)`,
        values: {
          ":token": fencingToken,
          ":messageId": messageId,
          ":nowMs": nowMs,
          ":untilMs": untilMs,
        },
      });
      const isCurrent = ({ next }: DeliveryRecord) => next?.fencingToken === fencingToken;
      const result = await resultOf(writing, deliveryId, (found) => {
        const { claimedBy, claimedUntilMs } = found.next ?? {};
        return isCurrent(found) && claimedBy === messageId && claimedUntilMs === untilMs;
      });
      if (result.held) return "claimed";
      return result.found !== undefined && isCurrent(result.found) ? "busy" : "lost";
    },

    async rotate(deliveryId, { from, to }) {
      const writing = update(deliveryId, {
        set: "#next.fencingToken = :newToken",
        condition: `#next.fencingToken = :token AND ${unclaimed}`,
        values: { ":token": from, ":newToken": to },
      });
      const result = await resultOf(writing, deliveryId, ({ next }) => next?.fencingToken === to);
      return result.held;
    },
  };
}

type Condition = Pick<
  PutItemCommand["input"],
  "ConditionExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues"
>;

interface Change {
  set: string;
  condition: string;
  values: Record<string, string | number>;
}

// A reserved word of DynamoDB.
const nextName = { "#next": "next" };

const unclaimed = "attribute_not_exists(#next.claimedBy)";

type WriteResult = { held: true } | { held: false; found: DeliveryRecord | undefined };

/**
 * The result of a conditional write. When the response to a successful write is lost, the SDK sends
 * it again and its condition fails on its own result: so a write that was sent more than once has
 * succeeded if the item is what it would have left. A write that was sent once has failed, even if
 * another write left the same.
 */
export async function resultOf(
  writing: Promise<unknown>,
  deliveryId: string,
  left: (found: DeliveryRecord) => boolean,
): Promise<WriteResult> {
  try {
    await writing;
    return { held: true };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const found = error.Item === undefined ? undefined : recordOf(deliveryId, error.Item);
    if (wasSentAgain(error) && found !== undefined && left(found)) return { held: true };
    return { held: false, found };
  }
}

/**
 * What puts an item into the index of open deliveries, by state and time; nothing for one that is
 * delivered. Neither changes while an attempt is claimed.
 */
export function openAttributes(
  { deliveryId, state }: Pick<DeliveryRecord, "deliveryId" | "state">,
  nowMs: number,
): { openKey?: string; closedAtMs?: number } {
  if (state === "delivered") return {};
  const openKey = openKeyOf(state, deliveryItemKey(deliveryId).deliveryKey);
  return state === "retry_scheduled" ? { openKey } : { openKey, closedAtMs: nowMs };
}

export function openKeyOf(state: DeliveryRecord["state"], deliveryKey: string): string {
  return `${state}#${deliveryKey}`;
}

/** The key of a delivery's item; throws for any other text. */
export function deliveryItemKey(deliveryId: string) {
  const key = deliveryKeyOf(deliveryId);
  if (key === undefined) throw new Error(`${deliveryId} is not a delivery id`);
  return { ...key };
}

/** The delivery in an item of the deliveries table. */
export function recordOf(deliveryId: string, item: Record<string, AttributeValue>): DeliveryRecord {
  return { deliveryId, ...parseItem(DeliveryItem, item) };
}

/** The key holds the delivery id. */
const DeliveryItem = DeliveryRecord.omit({ deliveryId: true });
