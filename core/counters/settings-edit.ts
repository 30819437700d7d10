import { type Clock, retryConflicts } from "../clock.ts";
import type { CounterKey, CounterSettings, StoredCounter } from "./counter.ts";
import { changeCounter, type SettingsResult, type SettingsStore } from "./counting.ts";
import { contended } from "./taps/count-batch.ts";

/** A change by somebody who saw the settings before. */
export interface SettingsEdit {
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
 * changes of different settings both stay. Throws like updateSettings.
 */
export async function editSettings(
  store: SettingsStore,
  clock: Clock,
  { key, settings, seen }: SettingsEdit,
): Promise<EditResult> {
  const contention = { ...contended(key), attempts };
  return await retryConflicts<EditResult>(clock, contention, async () => {
    const counter = await store.counter(key);
    if (counter === undefined) return { result: "no_such_counter" };
    const { wanted, conflicting } = compareFields(counter, settings, seen);
    if (conflicting.length > 0) return { result: "conflict", counter, fields: conflicting };
    if (Object.keys(wanted).length === 0) return { result: "unchanged", counter };
    return await changeCounter(store, counter, wanted, clock.now());
  });
}

/**
 * Which fields of a change are still to be written, and which of them somebody else has set to
 * something else since they were seen.
 */
export function compareFields<Fields extends object>(
  current: object,
  settings: Fields,
  seen: Partial<Fields>,
): { wanted: Fields; conflicting: string[] } {
  const now = new Map<string, unknown>(Object.entries(current));
  const before = new Map<string, unknown>(Object.entries(seen));
  const differing = Object.entries(settings).filter(([field, value]) => now.get(field) !== value);
  return {
    wanted: Object.fromEntries(differing) as Fields,
    conflicting: differing
      .map(([field]) => field)
      .filter((field) => before.has(field) && before.get(field) !== now.get(field)),
  };
}
