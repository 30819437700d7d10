import type { Direction } from "../../core/counters/taps/tap.ts";
import type { CountView } from "../../core/counting/count-view.ts";
import { directionOfKey, isUndoKey } from "./counting-keys.ts";
import type { KeyAction } from "./settings/device-settings.ts";

export interface KeyInputWiring {
  /** False while a dialog is open. */
  isOpen(): boolean;
  /** Of the counter that keys count; undefined before it is known. */
  mode(): CountView["mode"] | undefined;
  /** What a key does that was learned by pressing it, which goes before all others. */
  learned(key: string): KeyAction | undefined;
  /** `counter`: which of the page's, from 0. */
  onCount(direction: Direction, counter: number): void;
  onUndo(): void;
}

/** Counts and undoes by keyboard or clicker: once a press, however long a key is held. */
export function listenToKeys(wiring: KeyInputWiring): void {
  document.addEventListener("keydown", (event) => {
    if (!wiring.isOpen() || isForFocused(event)) return;
    const learned = isWithModifier(event) ? undefined : wiring.learned(event.key);
    const action = learned ?? usualAction(event, wiring.mode());
    if (action === undefined) return;
    event.preventDefault();
    if (event.repeat) return;
    if (action === "undo") return wiring.onUndo();
    const [direction, counter] = action.split("-");
    wiring.onCount(direction === "up" ? "up" : "down", Number(counter));
  });
}

/** A focused button or link does with these keys what it always does, as does a choice with arrows. */
function isForFocused({ key, target }: KeyboardEvent): boolean {
  if (target === document.body) return false;
  return key === " " || key === "Enter" || (key.startsWith("Arrow") && isChoice(target));
}

function isChoice(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "radio";
}

export function isWithModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

function usualAction(
  event: KeyboardEvent,
  mode: CountView["mode"] | undefined,
): KeyAction | undefined {
  if (isUndoKey(event)) return "undo";
  if (isWithModifier(event) || mode === undefined) return undefined;
  const direction = directionOfKey(event.key, mode);
  return direction && `${direction}-0`;
}
