import { type SummedCount, sumsOfCount } from "../../counters/count-mark.ts";
import { endOfReserve } from "../../counters/restore-reserve.ts";
import { numberOf, type StoredItem, textOf } from "../stored-item.ts";
import type { ItemChanges } from "./restore-verdict.ts";

/** A count that is newer than a restored counter. */
export interface LaterCount extends SummedCount {
  lastEventId: number;
  count: number;
  createdAt: string;
}

export interface CounterHistory {
  /** The counts of this counter after this event, newest first. */
  countsAfter(
    key: { organizationId: string; counterId: string },
    lastEventId: number,
  ): AsyncIterable<LaterCount>;
  /** The version of the counter's newest change of settings; 0 without one. */
  newestSettings(counterId: string): Promise<number>;
}

/**
 * What a lost counter lacks when it is put back: the counts between the backup and the loss, as far as its
 * history has them. Others may be lost, and receivers may know their numbers. So its number and its
 * version continue after the restore reserve: both only rise, and no number is used twice.
 */
export async function broughtUpToDate(
  history: CounterHistory,
  counter: StoredItem,
  nowMs: number,
): Promise<ItemChanges> {
  const counterId = textOf(counter, "counterId");
  const key = { organizationId: textOf(counter, "organizationId"), counterId };
  const known = numberOf(counter, "lastEventId");
  const counts = await countsSince(history, key, counter);
  const newest = Math.max(known, counts.newest);
  const settings = await history.newestSettings(counterId);
  // Each later count may have raised it by one; changes of settings raised it, too.
  const version = Math.max(numberOf(counter, "version"), settings) + (newest - known) + 1;
  const updatedAt = Math.max(nowMs, Date.parse(textOf(counter, "updatedAt")) || 0);
  return {
    set: {
      ...counts.set,
      lastEventId: { N: String(endOfReserve(newest, nowMs)) },
      version: { N: String(Math.max(version, nowMs)) },
      updatedAt: { S: new Date(updatedAt).toISOString() },
    },
    remove: [],
  };
}

/** What the counts after a counter's own number change, and the number of the newest, 0 without any. */
async function countsSince(
  history: CounterHistory,
  key: { organizationId: string; counterId: string },
  counter: StoredItem,
): Promise<{ newest: number; set: ItemChanges["set"] }> {
  const known = numberOf(counter, "lastEventId");
  let ups = BigInt(counter.ups?.N ?? 0);
  let downs = BigInt(counter.downs?.N ?? 0);
  let adjusted = BigInt(counter.adjusted?.N ?? 0);
  let late = numberOf(counter, "late");
  let newest: LaterCount | undefined;
  let newestAdjustment: LaterCount | undefined;
  for await (const count of history.countsAfter(key, known)) {
    newest ??= count;
    if (count.cause === "adjustment") newestAdjustment ??= count;
    const sums = sumsOfCount(count);
    ups += sums.ups;
    downs += sums.downs;
    adjusted += sums.adjusted;
    late += sums.late;
  }
  if (newest === undefined) return { newest: 0, set: {} };
  return {
    newest: newest.lastEventId,
    set: {
      count: { N: String(newest.count) },
      ups: { N: String(ups) },
      downs: { N: String(downs) },
      ...(newestAdjustment && {
        adjusted: { N: String(adjusted) },
        lastAdjustedAt: { S: newestAdjustment.createdAt },
      }),
      late: { N: String(late) },
      lastCountAt: { S: newest.createdAt },
    },
  };
}
