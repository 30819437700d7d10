import { conflict, retryConflicts } from "../../conflict.ts";
import type { CounterKey } from "../../counters/counter.ts";
import {
  changeCounter,
  type SettingsPorts,
  type SettingsResult,
} from "../../counters/settings/change-counter.ts";
import { contended } from "../../counters/taps/count-batch.ts";
import type { ChangeAudit } from "../../members/member-audit.ts";

export type RegroupResult =
  | Exclude<SettingsResult, { result: "updated" }>
  /** Unchanged: the counter was archived, or its group changed by somebody else. */
  | { result: "regrouped" | "unchanged" };

/** Moves a counter from one group to another, or out of it, unless it is elsewhere by now. */
export async function regroupCounter(
  { counting, clock }: Pick<SettingsPorts, "counting" | "clock">,
  move: { key: CounterKey; from: string; to: string | null; auditOf: () => ChangeAudit },
): Promise<RegroupResult> {
  const { key, from, to, auditOf } = move;
  return await retryConflicts<RegroupResult>(clock, contended(key), async () => {
    const counter = await counting.counter(key);
    if (counter === undefined || counter.groupId !== from) return { result: "unchanged" };
    const write = { settings: { groupId: to }, auditOf };
    const changed = await changeCounter({ counting, clock }, counter, write);
    if (changed === conflict) return conflict;
    return changed.result === "updated" ? { result: "regrouped" } : changed;
  });
}
