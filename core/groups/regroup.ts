import { type Clock, conflict, retryConflicts } from "../clock.ts";
import type { CounterKey } from "../counters/counter.ts";
import { changeCounter, type SettingsResult, type SettingsStore } from "../counters/counting.ts";
import { contended } from "../counters/taps/count-batch.ts";

export type RegroupResult =
  | Exclude<SettingsResult, { result: "updated" }>
  /** Unchanged: the counter was archived, or its group changed by somebody else. */
  | { result: "regrouped" | "unchanged" };

/** Moves a counter from one group to another, or out of it, unless it is elsewhere by now. */
export async function regroupCounter(
  { counting, clock }: { counting: SettingsStore; clock: Clock },
  { key, from, to }: { key: CounterKey; from: string; to: string | null },
): Promise<RegroupResult> {
  return await retryConflicts<RegroupResult>(clock, contended(key), async () => {
    const counter = await counting.counter(key);
    if (counter === undefined || counter.groupId !== from) return { result: "unchanged" };
    const changed = await changeCounter(counting, counter, { groupId: to }, clock.now());
    if (changed === conflict) return conflict;
    return changed.result === "updated" ? { result: "regrouped" } : changed;
  });
}
