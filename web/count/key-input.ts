import type { Direction } from "../../core/counters/taps/tap.ts";
import type { CountView } from "../../core/counting/count-view.ts";
import { directionOfKey, isUndoKey } from "./counting-keys.ts";
import type { KeyAction } from "./settings/device-settings.ts";

export interface KeyInputWiring {
  /** False while a dialog is open. */
  isOpen(): boolean;
  /** Of the counter that keys count; undefined before it is known. */
  mode(): CountView["mode"] | undefined;
  /** Keys that were learned by pressing them, which go before all others. */
  learned(): Record<string, KeyAction>;
  /** `counter`: which of the page's, from 0. */
  onCount(direction: Direction, counter: number): void;
  onUndo(): void;
}

/** Counts and undoes by keyboard or clicker: once a press, however long a key is held. */
export function listenToKeys(wiring: KeyInputWiring): void {
  document.addEventListener("keydown", (event) => {
    if (!wiring.isOpen()) return;
    const action = wiring.learned()[event.key] ?? usualAction(event, wiring.mode());
    if (action === undefined) return;
    // A focused button or link does with the space bar what it always does.
    if (event.key === " " && event.target !== document.body) return;
    event.preventDefault();
    if (event.repeat) return;
    if (action === "undo") return wiring.onUndo();
    const [direction, counter] = action.split("-");
    wiring.onCount(direction === "up" ? "up" : "down", Number(counter));
  });
}

function usualAction(
  event: KeyboardEvent,
  mode: CountView["mode"] | undefined,
): KeyAction | undefined {
  if (isUndoKey(event)) return "undo";
  if (event.ctrlKey || event.metaKey || event.altKey || mode === undefined) return undefined;
  const direction = directionOfKey(event.key, mode);
  return direction && `${direction}-0`;
}
