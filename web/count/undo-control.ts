import type { CountView } from "../../core/counting/count-view.ts";
import { isolated } from "../../core/messages.ts";
import { requiredElement } from "../browser/elements.ts";
import type { CountMessages } from "./messages/en.ts";
import { countingKey, type DeviceTap } from "./queue/device-tap.ts";
import type { Ledger } from "./queue/ledger.ts";
import { deltaOf } from "./queue/settle.ts";
import { maximumUndoable } from "./queue/undo.ts";

export interface UndoWiring {
  ledger: Ledger;
  keys: string[];
  messages: CountMessages;
  now(): number;
  /** False while nothing can be counted here, and while nobody knows who looks at the page. */
  isOpen(key: string, view: CountView): boolean;
  onPressed(): void;
  onStored(tap: DeviceTap): void;
  onNotStored(): void;
}

/** The button that undoes the last tap made here, then the one before. */
export class UndoControl {
  readonly #wiring: UndoWiring;
  readonly #button = requiredElement<HTMLButtonElement>(".undo");
  /** One after the other: a second press undoes the tap before. */
  #undoing: Promise<void> = Promise.resolve();
  /** Presses since the last tap. */
  #undone = 0;

  constructor(wiring: UndoWiring) {
    this.#wiring = wiring;
    this.#button.addEventListener("click", () => this.press());
    this.#button.addEventListener("blur", () => {
      this.#button.hidden = this.#button.getAttribute("aria-disabled") === "true";
    });
  }

  tapped(): void {
    this.#undone = 0;
  }

  press(): void {
    // One that failed must not end all later ones.
    this.#undoing = this.#undoing.catch(() => {}).then(() => this.#undo());
  }

  show(): void {
    const { ledger, messages } = this.#wiring;
    const taps = this.#next();
    const [first] = taps;
    const view = first && ledger.view(countingKey(first));
    const deltas = taps.map((tap) => tap.counted?.delta ?? (view ? deltaOf(tap, view) : 0));
    const delta = deltas.reduce((sum, each) => sum + each, 0);
    const text = first === undefined ? messages.undo : messages.undoDelta(delta);
    const label =
      first === undefined ? messages.nothingToUndo : `${text}, ${isolated(view?.name ?? "")}`;
    const button = this.#button;
    if (button.textContent !== text) button.textContent = text;
    if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
    button.setAttribute("aria-disabled", String(first === undefined));
    // Without the button under the keyboard's focus, its space bar would begin to count.
    button.hidden = first === undefined && !button.matches(":focus-visible");
  }

  /** Undoes all that one press has counted, each tap by itself. */
  async #undo(): Promise<void> {
    const { ledger, now, onPressed, onStored, onNotStored } = this.#wiring;
    const taps = this.#next();
    for (const tap of taps) {
      onPressed();
      try {
        await ledger.undo(tap, now());
      } catch {
        return onNotStored();
      }
      onStored(tap);
    }
    if (taps.length > 0) this.#undone++;
  }

  #next(): DeviceTap[] {
    const { ledger, keys, now, isOpen } = this.#wiring;
    if (this.#undone >= maximumUndoable) return [];
    const newest = keys.map((key) => {
      const view = ledger.view(key);
      return view !== undefined && isOpen(key, view) ? ledger.undoable(key, now()) : [];
    });
    return newest.reduce((a, b) => ((b[0]?.order ?? 0) > (a[0]?.order ?? 0) ? b : a), []);
  }
}
