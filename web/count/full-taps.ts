import { requiredElement } from "../browser/elements.ts";
import { discardControl } from "./discard-control.ts";
import type { CountMessages } from "./messages/en.ts";
import { countingKey, type DeviceTap } from "./queue/device-tap.ts";
import type { Ledger } from "./queue/ledger.ts";
import { setText } from "./set-text.ts";
import { amountText } from "./state-line.ts";

interface FullTapsWiring {
  ledger: Ledger;
  /** Of the page's counters. */
  keys: readonly string[];
  messages: CountMessages;
  /** So many wait to be sent now. */
  onAdded(taps: number): void;
}

/** Says how many taps were too short to count where it is full, and adds them if somebody wants that. */
export class FullTaps {
  readonly #wiring: FullTapsWiring;
  readonly #row = requiredElement(".full-taps");
  readonly #add = requiredElement<HTMLButtonElement>(".full-taps-add");
  #shown = "";

  constructor(wiring: FullTapsWiring) {
    this.#wiring = wiring;
    this.#add.addEventListener("click", () => void this.#addAll());
  }

  show(): void {
    const taps = this.#taps;
    const shown = taps.map(({ order }) => order).join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { ledger, messages } = this.#wiring;
    this.#row.hidden = taps.length === 0;
    const amount = amountText(taps, messages);
    setText(requiredElement(".full-taps-text"), amount ? messages.notCounted(amount) : "");
    const discard = () => ledger.decide(ordersOf(taps), "discard");
    const control = discardControl({ taps, isOwn: true, discard }, messages);
    requiredElement(".full-taps-discard").replaceChildren(control);
  }

  async #addAll(): Promise<void> {
    const taps = this.#taps;
    this.#add.disabled = true;
    try {
      await this.#wiring.ledger.decide(ordersOf(taps), "try_again");
      this.#wiring.onAdded(taps.length);
    } finally {
      this.#add.disabled = false;
    }
  }

  get #taps(): DeviceTap[] {
    const { ledger, keys } = this.#wiring;
    return ledger.taps.filter((tap) => isFullTap(tap) && keys.includes(countingKey(tap)));
  }
}

export function isFullTap({ kept }: Pick<DeviceTap, "kept">): boolean {
  return kept?.reason === "full";
}

function ordersOf(taps: readonly DeviceTap[]): number[] {
  return taps.map(({ order }) => order);
}
