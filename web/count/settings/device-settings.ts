import type { Direction } from "../../../core/counters/taps/tap.ts";
import { keep, readKept } from "../../browser/kept.ts";

/** What a key that was learned does: for one of the page's counters, from 0, or the undo. */
export type KeyAction = `${"up" | "down"}-${number}` | "undo";

const themes = ["system", "light", "dark"] as const;

/** How people have set the counting page up; kept on the device, for all that is counted there. */
export interface DeviceSettings {
  /** Whether ×5 and ×10 are offered. */
  multiples: boolean;
  leftHanded: boolean;
  sound: boolean;
  highContrast: boolean;
  theme: (typeof themes)[number];
  /** What keys do that were learned by pressing them, by their names in the browser. */
  keys: Record<string, KeyAction>;
}

const keptUnder = "counting-settings";

export function keptSettings(): DeviceSettings {
  const kept = recordOf(readKept("device", keptUnder));
  const isOn = (name: keyof DeviceSettings) => kept[name] === true;
  return {
    multiples: isOn("multiples"),
    leftHanded: isOn("leftHanded"),
    sound: isOn("sound"),
    highContrast: isOn("highContrast"),
    theme: themes.find((theme) => theme === kept.theme) ?? "system",
    keys: Object.fromEntries(Object.entries(recordOf(kept.keys)).filter(isLearned)),
  };
}

function isLearned(pair: [string, unknown]): pair is [string, KeyAction] {
  return typeof pair[1] === "string" && /^(?:undo|(?:up|down)-\d+)$/.test(pair[1]);
}

export function keepSettings(settings: DeviceSettings): void {
  keep("device", keptUnder, settings);
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
  const { since, ups, downs } = recordOf(readKept("device", shiftKeptUnder));
  const isReadable = typeof since === "string" && !Number.isNaN(Date.parse(since));
  const isWhole = Number.isSafeInteger(ups) && Number.isSafeInteger(downs);
  return isReadable && isWhole
    ? { since, ups: Number(ups), downs: Number(downs) }
    : newShift(nowMs);
}

export function newShift(nowMs: number): Shift {
  return { since: new Date(nowMs).toISOString(), ups: 0, downs: 0 };
}

export function keepShift(shift: Shift): void {
  keep("device", shiftKeptUnder, shift);
}

/** `taps`: fewer than none for those that are undone. */
export function countInShift(direction: Direction, taps: number, nowMs: number): void {
  const shift = keptShift(nowMs);
  shift[direction === "up" ? "ups" : "downs"] += taps;
  keepShift(shift);
}

const todayKeptUnder = "counting-shows-today";

/** Whether somebody has opened the panel of today. */
export function isTodayShown(): boolean {
  return readKept("device", todayKeptUnder) === true;
}

export function keepTodayShown(isShown: boolean): void {
  keep("device", todayKeptUnder, isShown);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
