import type { Direction } from "../../core/counters/taps/tap.ts";
import type { CountView } from "../../core/counting/count-view.ts";
import { directionOfKey, isUndoKey } from "./counting-keys.ts";

export interface KeyInputWiring {
  /** False while a dialog is open. */
  isOpen(): boolean;
  /** Of the counter that keys count; undefined before it is known. */
  mode(): CountView["mode"] | undefined;
  onCount(direction: Direction): void;
  onUndo(): void;
}

/** Counts and undoes by keyboard or clicker: once a press, however long a key is held. */
export function listenToKeys({ isOpen, mode, onCount, onUndo }: KeyInputWiring): void {
  document.addEventListener("keydown", (event) => {
    if (!isOpen()) return;
    if (isUndoKey(event)) {
      event.preventDefault();
      if (!event.repeat) onUndo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const taken = mode();
    const direction = taken && directionOfKey(event.key, taken);
    if (direction === undefined) return;
    // A focused button or link does with the space bar what it always does.
    if (event.key === " " && event.target !== document.body) return;
    event.preventDefault();
    if (!event.repeat) onCount(direction);
  });
}
