import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  paginateScan,
} from "@aws-sdk/client-dynamodb";
import type { OnEvent } from "../../runtime-event.ts";
import type { TableSpec } from "./tables.ts";

const sweepIntervalMs = 60_000;

/**
 * Deletes the items whose expiry (epoch seconds) is past and returns their number. The emulator
 * cannot mark a deletion as done by TTL, so its stream record looks like any other REMOVE.
 */
export async function sweepExpired(
  client: DynamoDBClient,
  table: TableSpec,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  if (!table.ttlAttribute) return 0;
  const expired = {
    names: { "#expiry": table.ttlAttribute },
    values: { ":now": { N: String(Math.floor(nowMs / 1000)) } },
  };
  const keyNames = table.definition.KeySchema.map((key) => key.AttributeName);
  let deleted = 0;
  const pages = paginateScan(
    { client },
    {
      TableName: table.name,
      FilterExpression: "#expiry < :now",
      ExpressionAttributeNames: expired.names,
      ExpressionAttributeValues: expired.values,
    },
  );
  for await (const page of pages) {
    for (const item of page.Items ?? []) {
      if (signal?.aborted) return deleted;
      const Key = Object.fromEntries(
        Object.entries(item).filter(([name]) => keyNames.includes(name)),
      );
      if (await deleteIfExpired(client, table.name, Key, expired)) deleted++;
    }
  }
  return deleted;
}

/** Sweeps all tables about once a minute; returns what stops that and waits for the last sweep. */
export function startTtlSweeps(
  client: DynamoDBClient,
  tables: readonly TableSpec[],
  onEvent: OnEvent,
): () => Promise<void> {
  let sweeping = Promise.resolve();
  const stopping = new AbortController();
  const { signal } = stopping;
  const sweepAll = async () => {
    for (const table of tables) {
      try {
        if (!signal.aborted) await sweepExpired(client, table, Date.now(), signal);
      } catch (error) {
        onEvent({ kind: "warning", message: `TTL of ${table.name}: ${String(error)}` });
      }
    }
  };
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweepAll);
  }, sweepIntervalMs);
  return () => {
    clearInterval(timer);
    stopping.abort();
    return sweeping;
  };
}

async function deleteIfExpired(
  client: DynamoDBClient,
  TableName: string,
  Key: Record<string, AttributeValue>,
  expired: { names: Record<string, string>; values: Record<string, AttributeValue> },
): Promise<boolean> {
  try {
    await client.send(
      new DeleteItemCommand({
        TableName,
        Key,
        // The item may have been renewed since the scan saw it.
        ConditionExpression: "#expiry < :now",
        ExpressionAttributeNames: expired.names,
        ExpressionAttributeValues: expired.values,
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
