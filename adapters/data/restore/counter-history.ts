import { type DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { isLate } from "../../../core/counters/count-mark.ts";
import type { CounterHistory } from "../../../core/data/restore/counter-state.ts";
import type { Tables } from "../../../core/tables.ts";
import { dynamodbCountEvents } from "../../counters/dynamodb-count-events.ts";

const pageSize = 500;

/** What a counter's history and its changes of settings have of it. */
export function counterHistory(
  client: DynamoDBClient,
  tables: Tables<"countEvents" | "settingsChanges">,
): CounterHistory {
  const events = dynamodbCountEvents(client, tables);
  return {
    async *countsAfter(key, lastEventId) {
      for (let beforeEventId = Number.MAX_SAFE_INTEGER; ; ) {
        const page = await events.page(key, { limit: pageSize, beforeEventId });
        for (const event of page) {
          if (event.lastEventId <= lastEventId) return;
          yield { ...event, late: isLate(event) };
        }
        const oldest = page.at(-1);
        if (oldest === undefined || page.length < pageSize) return;
        beforeEventId = oldest.lastEventId;
      }
    },

    async newestSettings(counterId) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tables.settingsChanges,
          KeyConditionExpression: "counterId = :counterId",
          ProjectionExpression: "#version",
          ExpressionAttributeNames: { "#version": "version" },
          ExpressionAttributeValues: { ":counterId": { S: counterId } },
          ScanIndexForward: false,
          Limit: 1,
          ConsistentRead: true,
        }),
      );
      return Number(Items[0]?.version?.N ?? 0);
    },
  };
}
