import type { Direction } from "../../core/counters/taps/tap.ts";
import type { CountView } from "../../core/counting/count-view.ts";

const keys: Record<string, Direction> = {
  ArrowUp: "up",
  "+": "up",
  "=": "up",
  " ": "up",
  PageUp: "up",
  ArrowDown: "down",
  "-": "down",
  "−": "down",
  PageDown: "down",
};

/** Remote controls for presentations send these two, and people press the one that is larger. */
const clickerKeys = ["PageUp", "PageDown"];

/** What a key counts; undefined for a key without a meaning here. */
export function directionOfKey(key: string, mode: CountView["mode"]): Direction | undefined {
  const direction = keys[key];
  if (direction === undefined || mode === "both") return direction;
  const only = mode === "increment-only" ? "up" : "down";
  return clickerKeys.includes(key) || direction === only ? only : undefined;
}

export interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Backspace, and what undoes in other programs. */
export function isUndoKey({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): boolean {
  if (altKey || shiftKey) return false;
  return ctrlKey || metaKey ? key === "z" : key === "Backspace";
}

/** True where a tap in this direction is allowed. */
export function isDirectionAllowed(direction: Direction, mode: CountView["mode"]): boolean {
  return mode === "both" || (mode === "increment-only") === (direction === "up");
}
