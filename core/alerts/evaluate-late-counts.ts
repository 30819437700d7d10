import type { CounterKey } from "../counters/counter.ts";
import type { FailedItem } from "../failed-records.ts";
import { type EvaluationPorts, evaluateCounts } from "./evaluate-counts.ts";
import type { WatchedCount } from "./evaluation.ts";

export interface LateEvaluationPorts extends EvaluationPorts {
  /** The lastEventId of a counter, archived or not; undefined when it does not exist. */
  newestCount(key: CounterKey): Promise<number | undefined>;
}

/**
 * Evaluates counts that failed before and may come after newer ones. A group's members know which
 * counts are newer. The alerts of a counter do not, because they are only written when their state
 * changes: they take a late count only while it is the newest. Otherwise the next count decides.
 */
export async function evaluateLateCounts(
  ports: LateEvaluationPorts,
  counts: WatchedCount[],
): Promise<FailedItem<WatchedCount>[]> {
  const originals = new Map<WatchedCount, WatchedCount>();
  for (const count of counts) {
    const newest = count.hasAlerts ? ((await ports.newestCount(count)) ?? 0) : 0;
    const isOld = newest > count.lastEventId;
    originals.set(isOld ? { ...count, hasAlerts: false } : count, count);
  }
  const failed = await evaluateCounts(ports, [...originals.keys()]);
  return failed.map(({ item, cause }) => ({ item: originals.get(item) ?? item, cause }));
}
