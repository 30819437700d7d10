import {
  type Counter,
  type CounterSettings,
  type StoredCounter,
  timeOfChange,
} from "../counter.ts";

/** A change of settings. It is stored apart from the history, which never shows it. */
export interface SettingsChange {
  counterId: string;
  organizationId: string;
  eventType: "update";
  /** The counter's version after the change. */
  version: number;
  changes: CounterSettings | { archived: boolean; groupId?: null };
  createdAt: string;
}

/** The counter with new settings, and the row that records them; count and events stay. */
export function changeSettings(
  counter: StoredCounter,
  settings: CounterSettings,
  nowMs: number,
): { counter: StoredCounter; change: SettingsChange } {
  const next = nextVersion(counter, nowMs);
  const isSwitchedOn = settings.resetDaily && !counter.resetDaily;
  const begun = isSwitchedOn ? { dailyResetSince: next.updatedAt } : {};
  return { counter: { ...next, ...settings, ...begun }, change: recordOf(next, settings) };
}

/**
 * The counter archived or restored, and the row that records it; count and events stay. Archiving
 * takes it out of its group; restoring does not put it back.
 */
export function changeArchival(
  { archivedAt: _before, ...counter }: StoredCounter,
  archived: boolean,
  nowMs: number,
): { counter: StoredCounter; change: SettingsChange } {
  const next = nextVersion(counter, nowMs);
  if (!archived) return { counter: next, change: recordOf(next, { archived }) };
  const left = counter.groupId === null ? {} : { groupId: null };
  return {
    counter: { ...next, ...left, archivedAt: next.updatedAt },
    change: recordOf(next, { archived, ...left }),
  };
}

function nextVersion(counter: StoredCounter, nowMs: number): StoredCounter {
  return { ...counter, version: counter.version + 1, updatedAt: timeOfChange(counter, nowMs) };
}

function recordOf(
  { id, organizationId, version, updatedAt }: Counter,
  changes: SettingsChange["changes"],
): SettingsChange {
  return {
    counterId: id,
    organizationId,
    eventType: "update",
    version,
    changes,
    createdAt: updatedAt,
  };
}
