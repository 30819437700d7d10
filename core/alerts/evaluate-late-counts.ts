import type { WatchedCount } from "../counters/count-event.ts";
import type { CounterKey } from "../counters/counter.ts";
import type { FailedItem } from "../failed-records.ts";
import { type EvaluationPorts, evaluateCounts } from "./evaluate-counts.ts";

export interface LateEvaluationPorts extends EvaluationPorts {
  /** The lastEventId of a counter, archived or not; undefined when it does not exist. */
  newestCount(key: CounterKey): Promise<number | undefined>;
}

/**
 * Evaluates counts that failed before and may now arrive after newer ones. A group's members store
 * their newest evaluated count, so old counts are skipped. A counter's alerts do not: they are
 * evaluated only if the count is still the counter's newest. Otherwise the next count decides.
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
