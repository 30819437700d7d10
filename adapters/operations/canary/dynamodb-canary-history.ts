import { type DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { canaryCounter } from "../../../core/operations/canary/canary-identity.ts";
import type { Tables } from "../../../core/tables.ts";
import { parseItem } from "../../aws/dynamodb-items.ts";
import { removeItems } from "../../aws/dynamodb-removal.ts";
import { counterKeyText } from "../../counters/dynamodb-count-events.ts";

/** How long the canary's events and the marks of their minutes are kept. */
const keptMs = 7 * 86_400_000;

/** More than a run adds: what runs could not remove goes with later ones. */
const atOnce = 10;

/** Removes the oldest events of the canary's counter, and the marks of their minutes. */
export async function trimCanaryHistory(
  client: DynamoDBClient,
  tables: Tables<"countEvents" | "countMarks">,
  nowMs: number,
): Promise<void> {
  const before = new Date(nowMs - keptMs).toISOString();
  const partition = counterKeyText(canaryCounter);
  const events = await client.send(
    new QueryCommand({
      TableName: tables.countEvents,
      KeyConditionExpression: "counterKey = :partition",
      ProjectionExpression: "counterKey, lastEventId, createdAt",
      ExpressionAttributeValues: marshall({ ":partition": partition }),
      Limit: atOnce,
    }),
  );
  const old = (events.Items ?? []).map((item) => parseItem(EventTime, item));
  await removeItems(
    client,
    tables.countEvents,
    old
      .filter(({ createdAt }) => createdAt < before)
      .map(({ lastEventId }) => marshall({ counterKey: partition, lastEventId })),
  );
  const marks = await client.send(
    new QueryCommand({
      TableName: tables.countMarks,
      KeyConditionExpression: "targetKey = :partition AND mark BETWEEN :first AND :last",
      ProjectionExpression: "targetKey, mark",
      ExpressionAttributeValues: marshall({
        ":partition": partition,
        ":first": "minute#",
        ":last": `minute#${before}`,
      }),
      Limit: atOnce,
    }),
  );
  await removeItems(client, tables.countMarks, marks.Items ?? []);
}

const EventTime = z.object({ lastEventId: z.int(), createdAt: z.iso.datetime() });
