import { groupBy } from "../../core/group-by.ts";
import { isolated } from "../../core/messages.ts";
import { csvFile } from "../browser/csv-line.ts";
import { requiredDialog } from "../browser/dialog.ts";
import { element, requiredElement } from "../browser/elements.ts";
import { discardControl } from "./discard-control.ts";
import { tapsCsv } from "./export-taps.ts";
import { isFullTap } from "./full-taps.ts";
import type { CountMessages } from "./messages/en.ts";
import {
  type Block,
  countingKey,
  type DeviceTap,
  isUndo,
  isWaiting,
  madeAtMs,
  type whose,
} from "./queue/device-tap.ts";
import type { Ledger } from "./queue/ledger.ts";
import { keyOfBatch } from "./queue/next-batch.ts";
import { pauseKeyOf } from "./queue/pauses.ts";
import { amountText } from "./state-line.ts";
import { dateParts, timeParts, zonedText } from "./zoned-text.ts";

interface Group {
  key: string;
  counterName: string;
  why: string;
  taps: DeviceTap[];
  /** Null where nothing but waiting helps. */
  tryAgain: (() => Promise<void>) | null;
  discard: () => Promise<void>;
  /** Nothing to decide for whoever is signed in: they wait for the person who made them. */
  waits: boolean;
  /** The service refused them; otherwise they were not sent. */
  refused: boolean;
  /** Of whoever is signed in, or of a gate. */
  isOwn: boolean;
}

/** What a button says, in two parts. */
export interface KeptNotice {
  text: string;
  action: string;
}

export interface KeptListWiring {
  ledger: Ledger;
  messages: CountMessages;
  /** The organization's; undefined where it is not known. */
  timeZone(): string | undefined;
  block(key: string): Block | null;
  whose(tap: DeviceTap): ReturnType<typeof whose>;
  /** A person looks at the list: it should say who is signed in. */
  onOpened(): void;
  /** After a decision: something may wait again, and so many taps count that never did. */
  onDecided(added: number): void;
}

/** The dialog with everything that needs a person's decision. */
export class KeptList {
  readonly #wiring: KeptListWiring;
  readonly #dialog = requiredDialog(".kept-list");
  #shown = "";

  constructor(wiring: KeptListWiring) {
    this.#wiring = wiring;
    requiredElement(".decide").addEventListener("click", () => this.#open());
    requiredElement(".kept-close").addEventListener("click", () => this.#dialog.close());
    requiredElement(".kept-download").addEventListener("click", () => this.#download());
  }

  get isOpen(): boolean {
    return this.#dialog.open;
  }

  /** True while a person has something to decide. */
  get isUndecided(): boolean {
    return this.#groups().some(({ waits }) => !waits);
  }

  /**
   * What the button says that opens the list; null while there is nothing in it. Of taps of `ownKeys`
   * that wait for a sign-in, or were too short where it is full, the page speaks elsewhere.
   */
  invitation(ownKeys: readonly string[]): KeptNotice | null {
    const { messages } = this.#wiring;
    const groups = this.#groups();
    const undecided = groups
      .filter(({ waits }) => !waits)
      .flatMap(({ taps }) => taps)
      .filter((tap) => !isFullTap(tap) || !ownKeys.includes(countingKey(tap)));
    const others = groups.filter(
      ({ waits, refused, key }) => waits && (refused || !ownKeys.includes(key)),
    );
    const waiting = others.flatMap(({ taps }) => taps);
    const amount = amountText(undecided, messages);
    if (amount !== undefined) {
      const hasUndos = undecided.some(isUndo);
      const text = hasUndos ? messages.notAccepted(amount) : messages.notCounted(amount);
      return { text, action: messages.decide };
    }
    const waitingAmount = amountText(waiting, messages);
    if (waitingAmount === undefined) return null;
    return { text: messages.waitingForSignIn(waitingAmount), action: messages.show };
  }

  /** Shows what there is now; nothing to do unless the list is open and something has changed. */
  refresh(): void {
    if (!this.#dialog.open) return;
    const { messages } = this.#wiring;
    const groups = this.#groups();
    const shown = JSON.stringify(
      groups.map(({ counterName, why, isOwn, taps }) => [counterName, why, isOwn, taps.length]),
    );
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (groups.length === 0) this.#dialog.close();
    const hasUndos = groups.some(({ taps }) => taps.some(isUndo));
    requiredElement("#kept-title").textContent = hasUndos ? messages.keptUndos : messages.keptTaps;
    requiredElement(".kept-groups").replaceChildren(...groups.map((group) => this.#element(group)));
  }

  #open(): void {
    this.#shown = "";
    this.#dialog.showModal();
    this.#wiring.onOpened();
    this.refresh();
  }

  #groups(): Group[] {
    const { ledger, block, onDecided, messages } = this.#wiring;
    const groups = groupBy(ledger.taps, pauseKeyOf);
    return [...groups.values()].flatMap((taps) => {
      const key = keyOfBatch(taps);
      const counterName = ledger.view(key)?.name ?? taps[0]?.counterId ?? "";
      const byReason = groupBy(taps, ({ kept }) => kept?.reason);
      return [...byReason].flatMap(([reason, some]): Group[] => {
        const orders = some.map(({ order }) => order);
        const about = { key, counterName, taps: some };
        const maker = makerOf(some.map((tap) => this.#wiring.whose(tap)));
        if (reason !== undefined) {
          const decide = async (decision: "try_again" | "discard") => {
            const decided = await ledger.decide(orders, decision);
            onDecided(decision === "try_again" ? decided.filter(isFullTap).length : 0);
          };
          const waits = maker === "another";
          const tryAgain = waits ? null : () => decide("try_again");
          const discard = () => decide("discard");
          // A newer service may know further reasons.
          const isUnclearUndo = reason === "unclear" && some.every(isUndo);
          const because = isUnclearUndo
            ? messages.unclearUndos
            : (messages.reasons[reason] ?? messages.unknownReason);
          const why = `${because}${messages.deciders[maker]}`;
          const isOwn = maker === "own";
          return [{ ...about, why, tryAgain, discard, waits, refused: true, isOwn }];
        }
        const blocked = block(key);
        if (blocked === null) return [];
        const discard = () => ledger.giveUp(orders);
        const waits = blocked === "signed_out";
        const why = messages.blocks[blocked];
        // Of the person who is signed in they would have been sent.
        const isOwn = maker === "own" && !waits;
        return [{ ...about, why, tryAgain: null, discard, waits, refused: false, isOwn }];
      });
    });
  }

  #element({ counterName, why, taps, tryAgain, discard, isOwn }: Group): HTMLElement {
    const { messages } = this.#wiring;
    const buttons = element("div", { class: "kept-actions" });
    const reason = element("p", { class: "why", role: "status" }, why);
    const orSay = (decide: () => Promise<void>) => () =>
      decide().catch(() => {
        reason.textContent = messages.decisionNotStored;
      });
    if (tryAgain !== null) {
      const label = taps.every(isFullTap) ? messages.add : messages.tryAgain;
      const again = element("button", { type: "button", class: "plain" }, label);
      again.addEventListener("click", orSay(tryAgain));
      buttons.append(again);
    }
    if (!isOwn) {
      const href = `/sign-in?returnTo=${encodeURIComponent(`${location.pathname}${location.search}`)}`;
      buttons.append(element("a", { href, class: "plain" }, messages.signIn));
    }
    buttons.append(discardControl({ taps, isOwn, discard: orSay(discard) }, messages));
    return element(
      "li",
      {},
      element("h3", {}, `${isolated(counterName)}: ${directionText(taps, messages)}`),
      reason,
      element("p", { class: "when" }, timesText(taps, this.#wiring.timeZone())),
      buttons,
    );
  }

  #download(): void {
    const { ledger, block } = this.#wiring;
    const undecided = ledger.taps.filter(
      (tap) => !isWaiting(tap) || block(countingKey(tap)) !== null,
    );
    const csv = tapsCsv(undecided, {
      nameOf: (tap) => ledger.view(countingKey(tap))?.name,
      blockOf: (tap) => block(countingKey(tap)),
    });
    const url = URL.createObjectURL(csvFile([csv]));
    element("a", { href: url, download: "taps-not-counted.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

/** For taps made in one place; for older taps the device may not know who made them. */
function makerOf(makers: ReturnType<typeof whose>[]): ReturnType<typeof whose> {
  if (makers.includes("another")) return "another";
  return makers.includes("unknown") ? "unknown" : "own";
}

function directionText(taps: readonly DeviceTap[], messages: CountMessages): string {
  const { amountUp, amountDown, amountOfUps, amountOfDowns } = messages;
  const hasUndos = taps.some(isUndo);
  const ways = [
    { direction: "up", text: hasUndos ? amountOfUps : amountUp },
    { direction: "down", text: hasUndos ? amountOfDowns : amountDown },
  ];
  const texts = ways.map(({ direction, text }) => {
    const some = taps.filter((tap) => tap.direction === direction);
    const amount = amountText(some, messages);
    return amount && text(amount);
  });
  return texts.filter(Boolean).join(", ");
}

function timesText(taps: readonly DeviceTap[], timeZone: string | undefined): string {
  const times = taps.map(madeAtMs);
  const range = { fromMs: Math.min(...times), toMs: Math.max(...times) };
  return zonedText(range, { ...dateParts, ...timeParts }, timeZone);
}
