import { type SummedCount, sumsOfCount } from "../../counters/count-mark.ts";
import { numberOf, type StoredItem, textOf } from "../stored-item.ts";
import type { ItemChanges } from "./restore-verdict.ts";

/** A count that is newer than a restored counter. */
export interface LaterCount extends SummedCount {
  lastEventId: number;
  count: number;
  createdAt: string;
}

export interface CounterHistory {
  /** The counts of this counter behind this event, newest first. */
  countsAfter(
    key: { organizationId: string; counterId: string },
    lastEventId: number,
  ): AsyncIterable<LaterCount>;
  /** The version of the counter's newest change of settings; 0 without one. */
  newestSettings(counterId: string): Promise<number>;
}

/**
 * What a restored counter lacks: the counts between the backup and the loss, which its history has.
 * Without them the next tap would want the id of an event that exists. Its version becomes at least
 * what it was, because it only rises.
 */
export async function broughtUpToDate(
  history: CounterHistory,
  counter: StoredItem,
): Promise<ItemChanges> {
  const counterId = textOf(counter, "counterId");
  const key = { organizationId: textOf(counter, "organizationId"), counterId };
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
  const version = numberOf(counter, "version");
  const reached = Math.max(version, await history.newestSettings(counterId));
  if (newest === undefined) {
    return { set: reached > version ? { version: { N: String(reached + 1) } } : {}, remove: [] };
  }
  const { lastEventId, count, createdAt } = newest;
  return {
    set: {
      count: { N: String(count) },
      lastEventId: { N: String(lastEventId) },
      ups: { N: String(ups) },
      downs: { N: String(downs) },
      ...(newestAdjustment && {
        adjusted: { N: String(adjusted) },
        lastAdjustedAt: { S: newestAdjustment.createdAt },
      }),
      late: { N: String(late) },
      lastCountAt: { S: createdAt },
      updatedAt: { S: createdAt },
      // Each later count may have raised it by one; changes of settings raised it, too.
      version: { N: String(reached + (lastEventId - known) + 1) },
    },
    remove: [],
  };
}
