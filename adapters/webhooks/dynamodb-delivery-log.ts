import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  paginateQuery,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { toBase62 } from "../../core/base62.ts";
import type { Clock } from "../../core/clock.ts";
import {
  type DeliveryRecord,
  type DeliveryState,
  deliveryDays,
} from "../../core/webhooks/delivery.ts";
import type { CountKey, FreshStart } from "../../core/webhooks/resend.ts";
import type { StoredCount } from "../../core/webhooks/webhook-event.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { counterKeyText, storedCountOf } from "../counters/dynamodb-count-events.ts";
import { dynamodbDeliveries, keyOf, recordOf, resultOf } from "./dynamodb-deliveries.ts";

export interface LogQuery {
  endpointId: string;
  order: "newest first" | "oldest first";
  /** Only deliveries of events from this time on. */
  sinceMs?: number | undefined;
  /** Only deliveries stored in one of these states. */
  states?: DeliveryState[] | undefined;
  /** How many to read at a time, where few are wanted. */
  pageSize?: number;
}

/** What operators see of deliveries and do with them. */
export interface DeliveryLog {
  get(deliveryId: string): Promise<DeliveryRecord | undefined>;
  list(query: LogQuery): AsyncGenerator<DeliveryRecord>;
  /** One conditional write: see ResendPorts in core/resend.ts. */
  restart(record: DeliveryRecord, next: FreshStart): Promise<boolean>;
}

/** Strongly consistent, so that what was just sent again is shown as it is. */
export function dynamodbDeliveryLog(
  client: DynamoDBClient,
  tableName: string,
  { now }: Pick<Clock, "now">,
): DeliveryLog {
  return {
    get: dynamodbDeliveries(client, tableName, { now }).load,

    async *list(query) {
      const pages = paginateQuery(
        { client, ...(query.pageSize !== undefined && { pageSize: query.pageSize }) },
        { TableName: tableName, ConsistentRead: true, ...conditionOf(query) },
      );
      for await (const { Items = [] } of pages) {
        for (const item of Items) yield recordOf(deliveryIdOf(item), item);
      }
    },

    async restart({ deliveryId, state, next: before }, next) {
      const nowMs = now();
      const writing = client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: marshall(keyOf(deliveryId)),
          UpdateExpression: "SET #state = :scheduled, #next = :next, expiresAt = :expiresAt",
          ConditionExpression: `#state = :state AND ${before ? sameAndIdle : noneScheduled}`,
          ExpressionAttributeNames: {
            "#state": "state",
            "#next": "next",
            ...(before && { "#token": "token" }),
          },
          ExpressionAttributeValues: marshall({
            ":state": state,
            ":scheduled": "retry_scheduled",
            ":next": next,
            ":expiresAt": Math.floor(nowMs / 1_000) + deliveryDays * 86_400,
            ...(before && { ":token": before.token, ":nowMs": nowMs }),
          }),
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      // Nobody has got the new name yet, so nobody can have changed what was written under it.
      const result = await resultOf(writing, deliveryId, (found) => {
        return found.next?.token === next.token;
      });
      return result.held;
    },
  };
}

const noneScheduled = "attribute_not_exists(#next)";

const sameAndIdle =
  "#next.#token = :token AND " +
  "(attribute_not_exists(#next.claimedBy) OR #next.claimedUntilMs < :nowMs)";

/** Reads stored counts as webhooks tell them; undefined for an event that is not there. */
export function dynamodbStoredCounts(client: DynamoDBClient, tableName: string) {
  return async ({ lastEventId, ...counter }: CountKey): Promise<StoredCount | undefined> => {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: tableName,
        Key: marshall({ counterKey: counterKeyText(counter), lastEventId }),
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : storedCountOf(Item);
  };
}

// A delivery's key begins with the time of its event in this many base62 digits; see delivery-id.
const timeDigits = 8;
const latestMs = 62 ** timeDigits - 1;

function conditionOf({ endpointId, order, sinceMs, states }: LogQuery) {
  const since =
    sinceMs && toBase62(Math.min(Math.max(0, Math.floor(sinceMs)), latestMs), timeDigits);
  const stateValues = Object.fromEntries(states?.map((state, i) => [`:state${i}`, state]) ?? []);
  return {
    ScanIndexForward: order === "oldest first",
    KeyConditionExpression: `endpointId = :endpointId${since ? " AND deliveryKey >= :since" : ""}`,
    ...(states && {
      FilterExpression: `#state IN (${Object.keys(stateValues).join(", ")})`,
      ExpressionAttributeNames: { "#state": "state" },
    }),
    ExpressionAttributeValues: marshall({
      ":endpointId": endpointId,
      ...(since && { ":since": since }),
      ...stateValues,
    }),
  };
}

function deliveryIdOf(item: Record<string, AttributeValue>): string {
  const { endpointId, deliveryKey } = parseItem(KeyItem, item);
  return `dlv_${endpointId.replace(/^end_/, "")}${deliveryKey}`;
}

const KeyItem = z.object({ endpointId: z.string(), deliveryKey: z.string() });
