import type { CountView } from "../../core/counting/count-view.ts";
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
  onStored(): void;
  onNotStored(): void;
}

/** The button that undoes the last tap made here, then the one before. */
export class UndoControl {
  readonly #wiring: UndoWiring;
  readonly #button = requiredElement<HTMLButtonElement>(".undo");
  /** One after the other: a second press undoes the tap before. */
  #undoing: Promise<void> = Promise.resolve();
  /** Since the last tap. */
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
    this.#undoing = this.#undoing.then(() => this.#undo());
  }

  show(): void {
    const { messages } = this.#wiring;
    const tap = this.#next();
    const view = tap && this.#wiring.ledger.view(countingKey(tap));
    const delta = tap?.counted?.delta ?? (tap && view && deltaOf(tap, view));
    const text = delta === undefined ? messages.undo : messages.undoDelta(delta);
    const label = delta === undefined ? messages.nothingToUndo : `${text}, ${view?.name ?? ""}`;
    const button = this.#button;
    if (button.textContent !== text) button.textContent = text;
    if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
    button.setAttribute("aria-disabled", String(tap === undefined));
    // Without the button under the keyboard's focus, its space bar would begin to count.
    button.hidden = tap === undefined && !button.matches(":focus-visible");
  }

  async #undo(): Promise<void> {
    const { ledger, now, onPressed, onStored, onNotStored } = this.#wiring;
    const tap = this.#next();
    if (tap === undefined) return;
    onPressed();
    try {
      await ledger.undo(tap, now());
    } catch {
      return onNotStored();
    }
    this.#undone++;
    onStored();
  }

  #next(): DeviceTap | undefined {
    const { ledger, keys, now, isOpen } = this.#wiring;
    if (this.#undone >= maximumUndoable) return undefined;
    const newest = keys.flatMap((key) => {
      const view = ledger.view(key);
      return view !== undefined && isOpen(key, view) ? (ledger.undoable(key, now()) ?? []) : [];
    });
    return newest.sort((a, b) => b.order - a.order)[0];
  }
}
