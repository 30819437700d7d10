import { type DynamoDBClient, paginateQuery } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { restoredAttribute } from "../../core/data/stored-item.ts";
import type { NumberedEvent, NumberPorts } from "../../core/operations/counter-numbers.ts";
import type { Tables } from "../../core/tables.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { counterKeyText } from "../counters/dynamodb-count-events.ts";

/** Reads numbers and totals of events, newest first, strongly consistent. */
export function dynamodbEventNumbers(
  client: DynamoDBClient,
  { countEvents: TableName }: Tables<"countEvents">,
): NumberPorts["events"] {
  return async (key, { limit, beforeEventId }) => {
    const events: NumberedEvent[] = [];
    const pages = paginateQuery(
      { client },
      {
        TableName,
        KeyConditionExpression: "counterKey = :counterKey AND lastEventId < :before",
        ProjectionExpression: "lastEventId, previousCount, #count, delta, #restored",
        ExpressionAttributeNames: { "#count": "count", "#restored": restoredAttribute },
        ExpressionAttributeValues: {
          ":counterKey": { S: counterKeyText(key) },
          ":before": { N: String(beforeEventId) },
        },
        ScanIndexForward: false,
        Limit: limit,
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) {
      for (const item of Items) {
        const numbers = parseItem(NumbersItem, item);
        events.push({ ...numbers, isRestored: item[restoredAttribute] !== undefined });
      }
      if (events.length >= limit) break;
    }
    return events.slice(0, limit);
  };
}

const NumbersItem = z.object({
  lastEventId: z.int(),
  previousCount: z.int(),
  count: z.int(),
  delta: z.int(),
});
