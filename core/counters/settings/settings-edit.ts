import { compareFields } from "../../compare-fields.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import type { CounterKey, CounterSettings, StoredCounter } from "../counter.ts";
import {
  auditOfSettings,
  decideSettings,
  type SettingsPorts,
  type SettingsResult,
} from "./change-counter.ts";

/** A change by a person who saw the settings before. */
export interface CounterSettingsEdit {
  key: CounterKey;
  settings: CounterSettings;
  /** What these settings were when the person saw them; one that is absent is written unseen. */
  seen: CounterSettings;
}

export type EditResult =
  | SettingsResult
  /** The settings were so already: nothing was written. */
  | { result: "unchanged"; counter: StoredCounter }
  /** Another person has set these fields to something else. Nothing was written. */
  | { result: "conflict"; counter: StoredCounter; fields: string[] };

/**
 * Changes settings, unless another person has changed one of the same settings since they were seen:
 * changes of different settings both stay. Writes and throws like updateSettings.
 */
export async function editSettings(
  ports: SettingsPorts,
  { key, settings, seen }: CounterSettingsEdit,
  by: ChangedBy,
): Promise<EditResult> {
  return await ports.counting.change<EditResult>(key, (counter) => {
    if (counter === undefined) return { result: { result: "no_such_counter" } };
    const { wanted, conflicting } = compareFields(counter, settings, seen);
    if (conflicting.length > 0) {
      return { result: { result: "conflict", counter, fields: conflicting } };
    }
    if (Object.keys(wanted).length === 0) return { result: { result: "unchanged", counter } };
    const write = { settings: wanted, auditOf: auditOfSettings(ports, by) };
    return decideSettings(ports, counter, write);
  });
}
