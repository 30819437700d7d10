import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { conflict, retryConflicts } from "../../core/conflict.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import type { RebuildPorts } from "../../core/counters/rebuild-marks.ts";
import { contended } from "../../core/counters/taps/count-batch.ts";
import type { Tables } from "../../core/tables.ts";
import { transact } from "../aws/dynamodb-transaction.ts";
import { dynamodbCountEvents } from "./dynamodb-count-events.ts";
import { counterUpdate, dynamodbStoredCounters } from "./dynamodb-counters.ts";

/** Raises the counter's version with the time, so that a tap that runs at the same time is made again. */
export function dynamodbLastCount(
  client: DynamoDBClient,
  tables: Tables<"counters" | "countEvents">,
  clock: Clock,
): RebuildPorts["withLastCount"] {
  const { get } = dynamodbStoredCounters(client, tables);
  const { page } = dynamodbCountEvents(client, tables);
  return async (key) =>
    await retryConflicts<StoredCounter | undefined>(clock, contended(key), async () => {
      const before = await get(key);
      if (before === undefined || before.lastCountAt !== undefined) return before;
      const [newest] = await page(key, { limit: 1, beforeEventId: before.lastEventId + 1 });
      if (newest === undefined) return before;
      const after = { ...before, version: before.version + 1, lastCountAt: newest.createdAt };
      const update = counterUpdate(tables.counters, { before, after }, ["lastCountAt"]);
      const { result } = await transact(client, [update]);
      return result === "written" ? after : conflict;
    });
}
