import { type DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Tables } from "../../core/tables.ts";
import { type DeliveryProgress, DeliveryRecord, shownState } from "../../core/webhooks/delivery.ts";
import { deliveryIdFromKey } from "../../core/webhooks/delivery-id.ts";
import type {
  DeliveryFilter,
  DeliveryStreamPage,
  DeliveryStreamQuery,
} from "../../core/webhooks/delivery-search.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { readableItems } from "../aws/readable-items.ts";
import { deliveryItemKey, recordOf } from "./dynamodb-deliveries.ts";
import { afterEveryKey, openDeliveryKeys } from "./dynamodb-open-deliveries.ts";

/** How many of the newest deliveries a plot shows. */
const plotted = 1_000;

/** Searches deliveries for people. */
export function dynamodbDeliverySearch(
  client: DynamoDBClient,
  { deliveries: tableName }: Tables<"deliveries">,
  { now }: { now(): number },
) {
  /** By time, from the table itself: what the filter leaves out is read as well. */
  async function byTime(query: DeliveryStreamQuery): Promise<DeliveryStreamPage> {
    const { endpointId, sinceKey, beforeKey = afterEveryKey, limit } = query;
    if (sinceKey > beforeKey) return { deliveries: [], searchedCount: 0, lastKey: null };
    const {
      Items = [],
      ScannedCount = 0,
      LastEvaluatedKey,
    } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression:
          "endpointId = :endpointId AND deliveryKey BETWEEN :since AND :before",
        ...conditionsOf(query),
        ExpressionAttributeValues: marshall({
          ":endpointId": endpointId,
          ":since": sinceKey,
          ":before": beforeKey,
          ...valuesOf(query),
        }),
        ConsistentRead: true,
        ScanIndexForward: false,
        // One more: the upper bound of a range is in the range.
        Limit: limit + 1,
      }),
    );
    const deliveries = readableItems("deliveries", Items, recordIn).filter(
      ({ deliveryId }) => deliveryItemKey(deliveryId).deliveryKey !== query.beforeKey,
    );
    const last = LastEvaluatedKey?.deliveryKey?.S ?? null;
    return { deliveries, searchedCount: ScannedCount, lastKey: last };
  }

  /** By state, from the index: only what is in this state is read. */
  async function byState(
    query: DeliveryStreamQuery,
    state: NonNullable<DeliveryFilter["state"]>,
  ): Promise<DeliveryStreamPage> {
    const { endpointId, sinceKey, beforeKey, filter } = query;
    const limit = Math.min(query.limit, 100);
    const stored = state === "awaiting_response" ? "retry_scheduled" : state;
    const keys = await openDeliveryKeys(client, tableName, {
      ...{ endpointId, state: stored, order: "newest first" },
      from: sinceKey,
      to: beforeKey,
      limit: limit + 1,
    });
    const looked = keys.filter((key) => key !== beforeKey);
    const wanted = looked.map((deliveryKey) => ({
      tableName,
      key: marshall({ endpointId, deliveryKey }),
    }));
    const found = await batchGet(client, wanted);
    const nowMs = now();
    const records = readableItems("deliveries", found.get(tableName) ?? [], recordIn);
    // The index follows within a second, so the state is looked at again.
    const deliveries = records
      .filter(
        (record) =>
          record.organizationId === query.organizationId &&
          shownState(record, nowMs) === state &&
          passes(record, filter),
      )
      // A batch of reads has no order; ids of one endpoint sort by the time of their event.
      .sort((a, b) => (a.deliveryId < b.deliveryId ? 1 : -1));
    const lastKey = keys.length > limit ? (keys.at(-1) ?? null) : null;
    return { deliveries, searchedCount: looked.length, lastKey };
  }

  return {
    deliveryPage(query: DeliveryStreamQuery): Promise<DeliveryStreamPage> {
      const { state } = query.filter;
      return state === undefined || state === "delivered" ? byTime(query) : byState(query, state);
    },

    /** How deliveries stand, by id; see ReadProgress. */
    async progress(deliveryIds: string[]): Promise<Map<string, DeliveryProgress>> {
      const wanted = deliveryIds.map((id) => ({ tableName, key: marshall(deliveryItemKey(id)) }));
      const attributes = ["endpointId", "deliveryKey", "state", "next"];
      const found = await batchGet(client, wanted, { [tableName]: attributes });
      const items = found.get(tableName) ?? [];
      return new Map(items.map((item) => [idIn(item), parseItem(ProgressItem, item)]));
    },

    /** The newest deliveries of an endpoint, for a plot; eventually consistent. */
    async newest(organizationId: string, endpointId: string): Promise<DeliveryRecord[]> {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: "endpointId = :endpointId",
          FilterExpression: "organizationId = :organizationId",
          ExpressionAttributeValues: marshall({
            ":endpointId": endpointId,
            ":organizationId": organizationId,
          }),
          ScanIndexForward: false,
          Limit: plotted,
        }),
      );
      return readableItems("deliveries", Items, recordIn);
    },
  };
}

function conditionsOf({ filter }: DeliveryStreamQuery) {
  const { state, eventType, counterId } = filter;
  const conditions = [
    "organizationId = :organizationId",
    ...(state === undefined ? [] : ["#state = :state"]),
    ...(eventType === undefined ? [] : ["eventType = :eventType"]),
    ...(counterId === undefined ? [] : ["contains(eventId, :counterId)"]),
  ];
  return {
    FilterExpression: conditions.join(" AND "),
    ...(state !== undefined && { ExpressionAttributeNames: { "#state": "state" } }),
  };
}

function valuesOf({ organizationId, filter }: DeliveryStreamQuery) {
  const { state, eventType, counterId } = filter;
  return {
    ":organizationId": organizationId,
    ...(state !== undefined && { ":state": state }),
    ...(eventType !== undefined && { ":eventType": eventType }),
    ...(counterId !== undefined && { ":counterId": `:${counterId}:` }),
  };
}

function passes(
  { eventType, eventId }: DeliveryRecord,
  filter: Pick<DeliveryFilter, "eventType" | "counterId">,
): boolean {
  if (filter.eventType !== undefined && eventType !== filter.eventType) return false;
  return filter.counterId === undefined || eventId.includes(`:${filter.counterId}:`);
}

function recordIn(item: Parameters<typeof recordOf>[1]): DeliveryRecord {
  return recordOf(idIn(item), item);
}

function idIn(item: Parameters<typeof recordOf>[1]): string {
  return deliveryIdFromKey(parseItem(KeyItem, item));
}

const KeyItem = z.object({ endpointId: z.string(), deliveryKey: z.string() });

const ProgressItem = DeliveryRecord.pick({ state: true, next: true });
