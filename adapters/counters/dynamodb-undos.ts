import type { DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { conflict, retryConflicts } from "../../core/conflict.ts";
import type { CounterKey } from "../../core/counters/counter.ts";
import { contended, withMarks } from "../../core/counters/taps/count-batch.ts";
import type {
  RecordedTaps,
  UndoStore,
  UndosChange,
  UndosDecision,
  UndosRequest,
} from "../../core/counters/taps/undo.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";
import { transact } from "../aws/dynamodb-transaction.ts";
import { dynamodbCalendar } from "../organizations/dynamodb-calendar.ts";
import { inUse, storedCounterOf } from "./dynamodb-counters.ts";
import {
  countItems,
  idempotencyPut,
  recordKeys,
  type TapTables,
  tapRecords,
} from "./dynamodb-taps.ts";

/** Writes undos of one counter as one transaction; the record of each tap lets it be undone once. */
export function dynamodbUndos(client: DynamoDBClient, tables: TapTables): UndoStore {
  const calendar = dynamodbCalendar(client, tables);

  async function read(key: CounterKey, keys: string[]): Promise<RecordedTaps | undefined> {
    const found = await batchGet(client, [
      { tableName: tables.counters, key: marshall(key) },
      ...recordKeys(tables, key, [...new Set(keys)]),
    ]);
    const [item] = found.get(tables.counters) ?? [];
    const counter = item && inUse(storedCounterOf(item));
    if (counter === undefined) return undefined;
    const items = found.get(tables.idempotencyKeys) ?? [];
    return { counter, records: await tapRecords(client, tables, { key, items }) };
  }

  async function itemsOf(change: UndosChange): Promise<TransactWriteItem[]> {
    const { before, after, undos, tombstones } = change;
    const counted = await withMarks({ calendar }, { before, after, taps: undos });
    return [
      ...(undos.length > 0 ? countItems(tables, counted) : []),
      ...undos.map((undo) => recordUpdate(tables.idempotencyKeys, undo)),
      ...tombstones.map((tombstone) => tombstonePut(tables.idempotencyKeys, before.id, tombstone)),
    ];
  }

  return {
    async undo<Result>(
      { key, idempotencyKeys, clock, attempts }: UndosRequest,
      decide: (taps: RecordedTaps) => UndosDecision<Result>,
    ) {
      const contention = { ...contended(key), attempts };
      return await retryConflicts<Result | undefined>(clock, contention, async () => {
        const recorded = await read(key, idempotencyKeys);
        if (recorded === undefined) return undefined;
        const { result, write } = decide(recorded);
        if (write === undefined) return result;
        const written = await transact(client, await itemsOf(write));
        return written.result === "written" ? result : conflict;
      });
    },
  };
}

/** Of a tap that was counted and not undone. */
function recordUpdate(
  tableName: string,
  { event, idempotencyKey }: UndosChange["undos"][number],
): TransactWriteItem {
  const { counterId, lastEventId } = event;
  return {
    Update: {
      TableName: tableName,
      Key: marshall({ counterId, idempotencyKey }),
      ConditionExpression: "attribute_exists(lastEventId) AND attribute_not_exists(undoneBy)",
      UpdateExpression: "SET undoneBy = :undoneBy",
      ExpressionAttributeValues: marshall({ ":undoneBy": lastEventId }),
    },
  };
}

/** Stands where the record of the tap would, and is kept as long. */
function tombstonePut(
  tableName: string,
  counterId: string,
  { idempotencyKey, undoneAt }: UndosChange["tombstones"][number],
): TransactWriteItem {
  const tombstone = { counterId, idempotencyKey, undoneAt };
  return idempotencyPut(tableName, tombstone, undoneAt);
}
