import { requiredElement } from "../browser/elements.ts";
import type { CountMessages } from "./messages/en.ts";

/** How often screen readers hear of own taps, and of other people's. */
const ownEveryMs = 1_000;
const othersEveryMs = 15_000;

export interface SpokenCount {
  count: number;
  goalTarget: number | null;
  /** How many taps and undos are not sent. */
  waiting: number;
  /** Own taps are answered by the number alone: short enough to be said each second. */
  own: boolean;
}

/** Says the number to screen readers: seldom, because it may change several times a second. */
export class SpokenNumber {
  readonly #messages: CountMessages;
  #spokenAtMs = Number.NEGATIVE_INFINITY;

  constructor(messages: CountMessages) {
    this.#messages = messages;
  }

  say({ count, goalTarget, waiting, own }: SpokenCount): void {
    const { level, spokenGoal, spokenWaiting } = this.#messages;
    const phrase = own || goalTarget === null ? level(count) : spokenGoal(count, goalTarget);
    const text = waiting > 1 ? spokenWaiting(phrase, waiting) : phrase;
    const nowMs = performance.now();
    if (nowMs - this.#spokenAtMs < (own ? ownEveryMs : othersEveryMs)) return;
    const spoken = requiredElement(".spoken");
    if (spoken.textContent === text) return;
    spoken.textContent = text;
    this.#spokenAtMs = nowMs;
  }
}
