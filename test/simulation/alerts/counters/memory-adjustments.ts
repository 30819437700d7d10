import { conflict, retryConflicts } from "../../../../core/conflict.ts";
import type { CounterAdjustments } from "../../../../core/counters/settings/adjust-counter.ts";
import { contended, type TapStore, withMarks } from "../../../../core/counters/taps/count-batch.ts";
import type { Tables } from "../tables.ts";
import { type Access, isAsRead, writeCounter } from "./write-counter.ts";

/** Adjustments in memory, with the conditions of the DynamoDB adapter. */
export function memoryAdjustments(
  tables: Tables,
  { read, transact, clock }: Access,
  taps: TapStore,
): CounterAdjustments {
  return {
    async adjust({ key, idempotencyKey = "" }, decide) {
      const { counterId } = key;
      const form = `${counterId}#${idempotencyKey}`;
      return await retryConflicts(clock, contended(key), async () => {
        const counter = await taps.counter(key);
        const { result, write } = decide(counter, await read(() => tables.forms.get(form)));
        if (write === undefined) return result;
        const { before, change, confirmed } = write;
        const after = change?.after ?? confirmed ?? before;
        const events = change ? [{ event: change.event, idempotencyKey: idempotencyKey }] : [];
        const marked = await withMarks(taps, { before, after, taps: events });
        const isWritten = await transact(() => {
          if (tables.forms.has(form)) return false;
          if (after !== before) {
            if (!isAsRead(tables, before)) return false;
            writeCounter(tables, { ...marked, events });
          }
          if (change === undefined) {
            const atMs = Date.parse(confirmed?.lastAdjustedAt ?? before.createdAt);
            const left = { counterId, key: idempotencyKey, lastEventId: before.lastEventId, atMs };
            tables.log.push({ kind: "left as it was", ...left });
          }
          tables.forms.set(form, write.form);
          return true;
        });
        return isWritten ? result : conflict;
      });
    },
  };
}
