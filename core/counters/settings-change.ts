import { type Counter, type CounterSettings, timeOfChange } from "./counter.ts";

/** A settings-only change: kept apart from the history, which never shows it. */
export interface SettingsChange {
  counterId: string;
  organizationId: string;
  eventType: "update";
  /** The counter's version after the change. */
  version: number;
  changes: CounterSettings;
  createdAt: string;
}

/** The counter with new settings, and the row that records them; count and events stay. */
export function changeSettings(
  counter: Counter,
  settings: CounterSettings,
  nowMs: number,
): { counter: Counter; change: SettingsChange } {
  const version = counter.version + 1;
  const at = timeOfChange(counter, nowMs);
  return {
    counter: { ...counter, ...settings, version, updatedAt: at },
    change: {
      counterId: counter.id,
      organizationId: counter.organizationId,
      eventType: "update",
      version,
      changes: settings,
      createdAt: at,
    },
  };
}
