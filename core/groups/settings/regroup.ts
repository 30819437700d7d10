import type { CounterKey } from "../../counters/counter.ts";
import {
  decideSettings,
  type SettingsPorts,
  type SettingsResult,
} from "../../counters/settings/change-counter.ts";
import type { ChangeAudit } from "../../members/member-audit.ts";

export type RegroupResult =
  | Exclude<SettingsResult, { result: "updated" }>
  /** Unchanged: the counter was archived, or its group was changed meanwhile. */
  | { result: "regrouped" | "unchanged" };

/** Moves a counter from one group to another, or out of it, unless it is elsewhere by now. */
export async function regroupCounter(
  ports: Pick<SettingsPorts, "counterChanges" | "clock">,
  move: { key: CounterKey; from: string; to: string | null; auditOf: () => ChangeAudit },
): Promise<RegroupResult> {
  const { key, from, to, auditOf } = move;
  type Moved = SettingsResult | { result: "unchanged" };
  const moved = await ports.counterChanges.change<Moved>(key, (counter) =>
    counter?.groupId === from
      ? decideSettings(ports, counter, { settings: { groupId: to }, auditOf })
      : { result: { result: "unchanged" } },
  );
  return moved.result === "updated" ? { result: "regrouped" } : moved;
}
