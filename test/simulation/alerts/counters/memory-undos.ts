import { conflict, retryConflicts } from "../../../../core/conflict.ts";
import { contended, type TapStore, withMarks } from "../../../../core/counters/taps/count-batch.ts";
import type { TapRecord, UndoStore, UndosChange } from "../../../../core/counters/taps/undo.ts";
import type { Tables } from "../tables.ts";
import { type Access, isAsRead, writeCounter } from "./write-counter.ts";

/** Which conditions of a write are checked; a defect leaves one out. */
export interface UndoConditions {
  /** A tap that was undone is not undone again. */
  undoneOnce: boolean;
}

/** Undos in memory, with the conditions of the DynamoDB adapter. */
export function memoryUndos(
  tables: Tables,
  { read, transact, clock }: Access,
  { taps, conditions }: { taps: TapStore; conditions: UndoConditions },
): UndoStore {
  return {
    async undo({ key, idempotencyKeys, attempts }, decide) {
      const contention = { ...contended(key), attempts };
      return await retryConflicts(clock, contention, async () => {
        const counter = await taps.counter(key);
        if (counter === undefined) return undefined;
        const records = await read(() => recordsOf(tables, key.counterId, idempotencyKeys));
        const { result, write } = decide({ counter, records });
        if (write === undefined) return result;
        const { after, marks } = await withMarks(taps, { ...write, taps: write.undos });
        const isWritten = await transact(() => {
          if (!holds(tables, write, conditions)) return false;
          const { before, undos } = write;
          const events = undos.map(({ event }) => ({ event }));
          if (undos.length > 0) writeCounter(tables, { before, after, events, marks });
          writeRecords(tables, write);
          return true;
        });
        return isWritten ? result : conflict;
      });
    },
  };
}

function recordsOf(tables: Tables, counterId: string, keys: string[]): Map<string, TapRecord> {
  return new Map(
    keys.flatMap((key): [string, TapRecord][] => {
      const record = tables.taps.get(`${counterId}#${key}`);
      return record === undefined ? [] : [[key, record]];
    }),
  );
}

function holds(
  tables: Tables,
  { before, undos, tombstones }: UndosChange,
  { undoneOnce }: UndoConditions,
): boolean {
  const recordOf = ({ idempotencyKey }: { idempotencyKey: string }) =>
    tables.taps.get(`${before.id}#${idempotencyKey}`);
  return (
    (undos.length === 0 || isAsRead(tables, before)) &&
    undos.every((undo) => !undoneOnce || recordOf(undo)?.undoneBy === undefined) &&
    tombstones.every((tombstone) => recordOf(tombstone) === undefined)
  );
}

function writeRecords(tables: Tables, { before, undos, tombstones }: UndosChange): void {
  const counterId = before.id;
  for (const { event, idempotencyKey } of undos) {
    const item = `${counterId}#${idempotencyKey}`;
    const undone = tables.taps.get(item)?.event;
    tables.taps.set(item, { event: undone, undoneBy: event.lastEventId });
  }
  for (const { idempotencyKey: key } of tombstones) {
    tables.taps.set(`${counterId}#${key}`, { event: undefined, undoneBy: null });
    tables.log.push({ kind: "tombstone left", counterId, key });
  }
}
