import {
  type AttributeValue,
  type DynamoDBClient,
  paginateQuery,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { toBase62 } from "../../core/base62.ts";
import type { Clock } from "../../core/clock.ts";
import { type DeliveryRecord, deliveryDays } from "../../core/webhooks/delivery.ts";
import { type DeliveryCounts, mostCounted } from "../../core/webhooks/manage-endpoints.ts";
import type { DeliveryQuery } from "../../core/webhooks/recover.ts";
import type { FreshStart } from "../../core/webhooks/resend.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { dynamodbDeliveries, keyOf, recordOf, resultOf } from "./dynamodb-deliveries.ts";

/** Reads and restarts deliveries for operators. */
export interface DeliveryLog {
  get(deliveryId: string): Promise<DeliveryRecord | undefined>;
  list(query: DeliveryQuery): AsyncGenerator<DeliveryRecord>;
  /** Counts the newest deliveries of an endpoint; see EndpointStatusPorts. */
  count(endpointId: string, options: { failedSinceMs: number }): Promise<DeliveryCounts>;
  /** One conditional write; see ResendPorts. */
  restart(record: DeliveryRecord, next: FreshStart): Promise<boolean>;
}

/** How many deliveries are read to count some of them: about 50 MB, 12,500 read units. */
const mostRead = 100_000;

/** Strongly consistent: a delivery that was just resent is shown as it is. */
export function dynamodbDeliveryLog(
  client: DynamoDBClient,
  tableName: string,
  { now }: Pick<Clock, "now">,
  limits = { mostCounted, mostRead },
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

    async count(endpointId, { failedSinceMs }) {
      const counts = { waiting: 0, failed: 0 };
      let read = 0;
      const pages = paginateQuery(
        { client },
        { TableName: tableName, ConsistentRead: true, ...countedIn(endpointId, failedSinceMs) },
      );
      for await (const { Items = [], ScannedCount = 0, LastEvaluatedKey } of pages) {
        read += ScannedCount;
        for (const item of Items) {
          counts[item.state?.S === "failed" ? "failed" : "waiting"] += 1;
        }
        const full = Math.max(counts.waiting, counts.failed) > limits.mostCounted;
        if (LastEvaluatedKey === undefined && !full) return { ...counts, exact: true };
        if (full || read >= limits.mostRead) break;
      }
      const { waiting, failed } = counts;
      return {
        waiting: Math.min(waiting, limits.mostCounted),
        failed: Math.min(failed, limits.mostCounted),
        exact: false,
      };
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
          },
          ExpressionAttributeValues: marshall({
            ":state": state,
            ":scheduled": "retry_scheduled",
            ":next": next,
            ":expiresAt": Math.floor(nowMs / 1_000) + deliveryDays * 86_400,
            ...(before && { ":token": before.fencingToken, ":nowMs": nowMs }),
          }),
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      // Nobody knows the new token yet, so nobody can have changed what was written with it.
      const result = await resultOf(writing, deliveryId, (found) => {
        return found.next?.fencingToken === next.fencingToken;
      });
      return result.held;
    },
  };
}

const noneScheduled = "attribute_not_exists(#next)";

const sameAndIdle =
  "#next.fencingToken = :token AND " +
  "(attribute_not_exists(#next.claimedBy) OR #next.claimedUntilMs < :nowMs)";

// A delivery's key begins with the time of its event in this many base62 digits; see delivery-id.
const timeDigits = 8;
const latestMs = 62 ** timeDigits - 1;

/** Deliveries expire a fixed time after their last write, which for a failed one is its failure. */
function countedIn(endpointId: string, failedSinceMs: number) {
  const failedExpireFrom = Math.floor(failedSinceMs / 1_000) + deliveryDays * 86_400;
  return {
    ScanIndexForward: false,
    KeyConditionExpression: "endpointId = :endpointId",
    FilterExpression: "#state = :waiting OR (#state = :failed AND expiresAt >= :expireFrom)",
    ProjectionExpression: "#state",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: marshall({
      ":endpointId": endpointId,
      ":waiting": "retry_scheduled",
      ":failed": "failed",
      ":expireFrom": failedExpireFrom,
    }),
  };
}

function conditionOf({ endpointId, order, sinceMs, states }: DeliveryQuery) {
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
