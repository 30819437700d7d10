/** What a key that was learned does: for one of the page's counters, from 0, or the undo. */
export type KeyAction = `${"up" | "down"}-${number}` | "undo";

/** How people have set the counting page up; kept on the device, for all that is counted there. */
export interface DeviceSettings {
  /** Whether ×5 and ×10 are offered. */
  multiples: boolean;
  leftHanded: boolean;
  sound: boolean;
  highContrast: boolean;
  theme: "system" | "light" | "dark";
  /** What keys do that were learned by pressing them, by their names in the browser. */
  keys: Record<string, KeyAction>;
}

const usual: DeviceSettings = {
  multiples: false,
  leftHanded: false,
  sound: false,
  highContrast: false,
  theme: "system",
  keys: {},
};

const keptUnder = "counting-settings";

export function keptSettings(): DeviceSettings {
  return { ...usual, ...kept<Partial<DeviceSettings>>(keptUnder) };
}

export function keepSettings(settings: DeviceSettings): void {
  keep(keptUnder, settings);
}

/** What was counted on this device since somebody began: its taps, less what was undone. */
export interface Shift {
  /** ISO 8601. */
  since: string;
  ups: number;
  downs: number;
}

const shiftKeptUnder = "counting-shift";

/** Other tabs may have counted: it is read anew each time. */
export function keptShift(nowMs: number): Shift {
  return kept<Shift>(shiftKeptUnder) ?? newShift(nowMs);
}

export function newShift(nowMs: number): Shift {
  return { since: new Date(nowMs).toISOString(), ups: 0, downs: 0 };
}

export function keepShift(shift: Shift): void {
  keep(shiftKeptUnder, shift);
}

/** A device that keeps nothing counts all the same. */
function kept<Kept>(key: string): Kept | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or a forbidden storage: the page goes on as it is set up now.
  }
}
