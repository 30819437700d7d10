import { requiredElement } from "../browser/elements.ts";
import { discardControl } from "./discard-control.ts";
import type { CountMessages } from "./messages/en.ts";
import {
  countingKey,
  type DeviceTap,
  madeAtMs,
  type NewTap,
  type whose,
} from "./queue/device-tap.ts";
import type { Ledger } from "./queue/ledger.ts";
import { setText } from "./set-text.ts";
import { amountText } from "./state-line.ts";

interface FullTapsWiring {
  ledger: Ledger;
  /** Of the page's counters. */
  keys: readonly string[];
  messages: CountMessages;
  whose(tap: DeviceTap): ReturnType<typeof whose>;
  /** So many wait to be sent now. */
  onAdded(taps: number): void;
  onNotStored(): void;
}

/** A press that was too short is learned from: the hold that follows so soon is of the same person. */
const learnedWithinMs = 3_000;

/**
 * Says how many taps were too short to count where it is full, and adds them if somebody wants that. Those
 * of another person than the one who is signed in wait for them, as the list of kept taps says.
 */
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
    const isOwn = taps.every((tap) => this.#wiring.whose(tap) === "own");
    const shown = [isOwn, ...taps.map(({ order }) => order)].join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { ledger, messages, onNotStored } = this.#wiring;
    this.#row.hidden = taps.length === 0;
    const amount = amountText(taps, messages);
    setText(
      requiredElement(".full-taps-text"),
      amount ? `${messages.stop}: ${messages.notCounted(amount)}` : "",
    );
    const discard = () => ledger.decide(ordersOf(taps), "discard").then(() => {}, onNotStored);
    const control = discardControl({ taps, isOwn, discard }, messages);
    requiredElement(".full-taps-discard").replaceChildren(control);
  }

  /** Counts what a hold has made, or the press just before it in its place; resolves to how many. */
  async hold(taps: readonly NewTap[]): Promise<number> {
    const { ledger } = this.#wiring;
    const [held] = taps;
    const before = held ? ledger.newestPress(countingKey(held)) : [];
    const short = before.filter(
      (tap) => held && isFullTap(tap) && madeAtMs(held) - madeAtMs(tap) < learnedWithinMs,
    );
    const decided = short.length > 0 ? await ledger.decide(ordersOf(short), "try_again") : [];
    return decided.length > 0 ? decided.length : await ledger.add(...taps);
  }

  async #addAll(): Promise<void> {
    const { ledger, onAdded, onNotStored } = this.#wiring;
    this.#add.disabled = true;
    try {
      onAdded((await ledger.decide(ordersOf(this.#taps), "try_again")).length);
    } catch {
      onNotStored();
    }
    this.#add.disabled = false;
  }

  get #taps(): DeviceTap[] {
    const { ledger, keys, whose } = this.#wiring;
    return ledger.taps.filter(
      (tap) => isFullTap(tap) && keys.includes(countingKey(tap)) && whose(tap) !== "another",
    );
  }
}

export function isFullTap({ kept }: Pick<DeviceTap, "kept">): boolean {
  return kept?.reason === "full";
}

function ordersOf(taps: readonly DeviceTap[]): number[] {
  return taps.map(({ order }) => order);
}
