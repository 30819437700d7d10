import { compareFields } from "../../compare-fields.ts";
import { retryConflicts } from "../../conflict.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import type { CounterKey, CounterSettings, StoredCounter } from "../counter.ts";
import { contended } from "../taps/count-batch.ts";
import {
  auditOfSettings,
  changeCounter,
  type SettingsPorts,
  type SettingsResult,
} from "./change-counter.ts";

/** A change by somebody who saw the settings before. */
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
  /** Somebody else has set these fields to something else. Nothing was written. */
  | { result: "conflict"; counter: StoredCounter; fields: string[] };

/** Few: a person waits for it, and each conflict means that somebody has just counted. */
const attempts = 12;

/**
 * Changes settings, unless somebody else has changed one of the same settings since they were seen:
 * changes of different settings both stay. Writes and throws like updateSettings.
 */
export async function editSettings(
  ports: SettingsPorts,
  { key, settings, seen }: CounterSettingsEdit,
  by: ChangedBy,
): Promise<EditResult> {
  const contention = { ...contended(key), attempts };
  return await retryConflicts<EditResult>(ports.clock, contention, async () => {
    const counter = await ports.counting.counter(key);
    if (counter === undefined) return { result: "no_such_counter" };
    const { wanted, conflicting } = compareFields(counter, settings, seen);
    if (conflicting.length > 0) return { result: "conflict", counter, fields: conflicting };
    if (Object.keys(wanted).length === 0) return { result: "unchanged", counter };
    const write = { settings: wanted, auditOf: auditOfSettings(ports, by) };
    return await changeCounter(ports, counter, write);
  });
}
