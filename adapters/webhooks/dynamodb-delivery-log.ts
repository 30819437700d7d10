import {
  type AttributeValue,
  type DynamoDBClient,
  paginateQuery,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { allInOrder } from "../../core/all-in-order.ts";
import type { Clock } from "../../core/clock.ts";
import { deliveryDays } from "../../core/limits.ts";
import type { Tables } from "../../core/tables.ts";
import type { DeliveryRecord, DeliveryState } from "../../core/webhooks/delivery.ts";
import { deliveryIdFromKey, deliveryKeysFrom } from "../../core/webhooks/delivery-id.ts";
import { type DeliveryCounts, maximumCounted } from "../../core/webhooks/endpoint-status.ts";
import type { DeliveryQuery } from "../../core/webhooks/recover.ts";
import type { FreshStart } from "../../core/webhooks/resend.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import {
  deliveryItemKey,
  dynamodbDeliveries,
  openKeyOf,
  recordOf,
  resultOf,
} from "./dynamodb-deliveries.ts";
import { countOpen } from "./dynamodb-open-deliveries.ts";

/** Reads and restarts deliveries for operators. */
export interface DeliveryLog {
  get(deliveryId: string): Promise<DeliveryRecord | undefined>;
  list(query: DeliveryQuery): AsyncGenerator<DeliveryRecord>;
  /** Counts the newest deliveries of an endpoint; see EndpointStatusPorts. */
  count(endpointId: string, options: { failedSinceMs: number }): Promise<DeliveryCounts>;
  /** One conditional write; see ResendPorts. */
  restart(record: DeliveryRecord, next: FreshStart): Promise<boolean>;
}

/** Strongly consistent: a delivery that was just resent is shown as it is. */
export function dynamodbDeliveryLog(
  client: DynamoDBClient,
  { deliveries: tableName }: Tables<"deliveries">,
  { now }: Pick<Clock, "now">,
  limits = { maximumCounted },
): DeliveryLog {
  return {
    get: dynamodbDeliveries(client, { deliveries: tableName }, { now }).load,

    async *list(query) {
      const pages = paginateQuery(
        { client, ...(query.pageSize !== undefined && { pageSize: query.pageSize }) },
        { TableName: tableName, ConsistentRead: true, ...conditionOf(query) },
      );
      for await (const { Items = [] } of pages) {
        for (const item of Items) yield recordOf(deliveryIdIn(item), item);
      }
    },

    async count(endpointId, { failedSinceMs }) {
      const counted = (state: DeliveryState, since?: number) =>
        countOpen(client, tableName, { endpointId, state, since, limit: limits.maximumCounted });
      const [waiting, heldBack, failed] = await allInOrder([
        counted("retry_scheduled"),
        counted("paused"),
        counted("failed", failedSinceMs),
      ]);
      const exact = waiting.exact && heldBack.exact && failed.exact;
      return { waiting: waiting.count, heldBack: heldBack.count, failed: failed.count, exact };
    },

    async restart({ deliveryId, state, next: before }, next) {
      const nowMs = now();
      const writing = client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: marshall(deliveryItemKey(deliveryId)),
          UpdateExpression:
            "SET #state = :scheduled, #next = :next, openKey = :openKey, expiresAt = :expiresAt " +
            "REMOVE closedAtMs",
          ConditionExpression: `#state = :state AND ${before ? sameAndIdle : noneScheduled}`,
          ExpressionAttributeNames: {
            "#state": "state",
            "#next": "next",
          },
          ExpressionAttributeValues: marshall({
            ":state": state,
            ":scheduled": "retry_scheduled",
            ":next": next,
            ":openKey": openKeyOf("retry_scheduled", deliveryItemKey(deliveryId).deliveryKey),
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

function conditionOf({ endpointId, order, sinceMs }: DeliveryQuery) {
  const since = sinceMs && deliveryKeysFrom(sinceMs);
  return {
    ScanIndexForward: order === "oldest first",
    KeyConditionExpression: `endpointId = :endpointId${since ? " AND deliveryKey >= :since" : ""}`,
    ExpressionAttributeValues: marshall({
      ":endpointId": endpointId,
      ...(since && { ":since": since }),
    }),
  };
}

function deliveryIdIn(item: Record<string, AttributeValue>): string {
  return deliveryIdFromKey(parseItem(KeyItem, item));
}

const KeyItem = z.object({ endpointId: z.string(), deliveryKey: z.string() });
