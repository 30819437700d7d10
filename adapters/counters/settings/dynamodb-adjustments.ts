import type { DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../../../core/clock.ts";
import { conflict, retryConflicts } from "../../../core/conflict.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import type {
  AdjustmentDecision,
  AdjustmentTarget,
  AdjustmentWrite,
  CounterAdjustments,
} from "../../../core/counters/settings/adjust-counter.ts";
import type { Forbidden } from "../../../core/counters/settings/change-counter.ts";
import { contended, withMarks } from "../../../core/counters/taps/count-batch.ts";
import type { Tables } from "../../../core/tables.ts";
import { auditPut } from "../../audit/dynamodb-audit-log.ts";
import { batchGet } from "../../aws/dynamodb-batch-get.ts";
import { parseItem } from "../../aws/dynamodb-items.ts";
import { transactAsMember } from "../../members/member-audit-items.ts";
import { dynamodbCalendar } from "../../organizations/dynamodb-calendar.ts";
import { counterUpdate, storedCounterOf } from "../dynamodb-counters.ts";
import { countItems, idempotencyPut, type TapTables } from "../dynamodb-taps.ts";

export type AdjustmentTables = TapTables & Tables<"members" | "auditEntries">;

/** Writes each adjustment as one transaction on condition of the counter's version. */
export function dynamodbAdjustments(
  client: DynamoDBClient,
  tables: AdjustmentTables,
  clock: Clock,
): CounterAdjustments {
  const calendar = dynamodbCalendar(client, tables);

  async function read({ key, idempotencyKey }: AdjustmentTarget) {
    const { counterId } = key;
    const form = { counterId, idempotencyKey };
    const items = await batchGet(client, [
      { tableName: tables.counters, key: marshall(key) },
      ...(idempotencyKey === undefined
        ? []
        : [{ tableName: tables.idempotencyKeys, key: marshall(form) }]),
    ]);
    const [counter] = items.get(tables.counters) ?? [];
    const [earlier] = items.get(tables.idempotencyKeys) ?? [];
    return {
      counter: counter && storedCounterOf(counter),
      earlier: earlier && parseItem(FormItem, earlier).adjustment,
    };
  }

  async function changeItems(
    before: StoredCounter,
    change: AdjustmentWrite["change"],
  ): Promise<TransactWriteItem[]> {
    if (change === undefined) return [];
    const { after, event, audit } = change;
    return [
      ...countItems(tables, await withMarks({ calendar }, { before, after, taps: [{ event }] })),
      auditPut(tables.auditEntries, audit.entry),
    ];
  }

  function formItems(
    { key: { counterId }, idempotencyKey }: AdjustmentTarget,
    { before, change, form }: AdjustmentWrite,
  ): TransactWriteItem[] {
    if (idempotencyKey === undefined) return [];
    const { lastEventId } = change?.after ?? before;
    const record = { counterId, idempotencyKey, lastEventId, adjustment: form };
    const at = new Date(clock.now()).toISOString();
    return [idempotencyPut(tables.idempotencyKeys, record, at)];
  }

  async function write(
    target: AdjustmentTarget,
    { before, change, confirmed, form, member }: AdjustmentWrite,
  ): Promise<"written" | Forbidden | typeof conflict> {
    const items = [
      ...(await changeItems(before, change)),
      ...(confirmed ? [counterUpdate(tables.counters, { before, after: confirmed })] : []),
      ...formItems(target, { before, change, form, member }),
    ];
    if (items.length === 0) return "written";
    const asMember = { tables, member, action: "manage_counters" } as const;
    const written = await transactAsMember(client, items, asMember);
    if (written.result === "written") return "written";
    return written.forbidden ? { result: "forbidden" } : conflict;
  }

  return {
    async adjust<Result>(
      target: AdjustmentTarget,
      decide: AdjustmentDecision<Result>,
    ): Promise<Result | Forbidden> {
      const contention = contended(target.key);
      return await retryConflicts<Result | Forbidden>(clock, contention, async () => {
        const { counter, earlier } = await read(target);
        const { result, write: wanted } = decide(counter, earlier);
        const written = wanted === undefined ? "written" : await write(target, wanted);
        return written === "written" ? result : written;
      });
    },
  };
}

const FormItem = z.object({
  adjustment: z.object({ asked: z.int().nullable(), previousCount: z.int(), count: z.int() }),
});
