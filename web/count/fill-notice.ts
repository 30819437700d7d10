import { isolated } from "../../core/messages.ts";
import { requiredElement } from "../browser/elements.ts";
import type { Fullness } from "./fullness.ts";
import type { CountMessages } from "./messages/en.ts";
import { restartAnimation } from "./restart-animation.ts";
import { setText } from "./set-text.ts";

/** Says over the whole screen that it is full, or at its edge that it almost is. */
export class FillNotice {
  readonly #messages: CountMessages;
  readonly #onFull: () => void;
  #state: Fullness["state"] | undefined;

  constructor(messages: CountMessages, onFull: () => void) {
    this.#messages = messages;
    this.#onFull = onFull;
  }

  /** A tap was too short to count. */
  remind(): void {
    restartAnimation(requiredElement(".fill-hold"), "again");
  }

  /** `ageMs`: how old it is what the page knows; null while the service answers. */
  show(fullness: Fullness | null, ageMs: number | null): void {
    const { stop, almostFull, isFull, room, levelOf, holdToCount } = this.#messages;
    const state = fullness?.state ?? "room";
    const before = this.#state;
    this.#state = state;
    document.body.dataset.fill = state;
    const word = { room: "", almost: almostFull, full: stop }[state];
    setText(requiredElement(".fill-word"), word);
    requiredElement(".fill").hidden = state === "room";
    // Beside what is said of the place, or, where nothing is, below. The place of it is kept where there is a network, too: nothing moves when that is lost.
    requiredElement(".fill-age").hidden = fullness === null;
    const age = ageMs === null ? "" : this.#ageText(ageMs);
    if (fullness !== null) {
      const { name, level, capacity } = fullness;
      setText(requiredElement(".fill-name"), state === "full" ? isFull(name) : isolated(name));
      const text =
        state === "full" ? levelOf(level, capacity) : room(capacity - Math.max(0, level));
      setText(requiredElement(".fill-level"), age === "" ? text : `${text} · ${age}`);
    }
    setText(requiredElement(".fill-age"), state === "room" ? age : "");
    setText(requiredElement(".fill-hold"), state === "full" ? holdToCount : "");
    // Not for what a page finds when it opens.
    if (state === "full" && before !== undefined && before !== "full") this.#onFull();
  }

  #ageText(ageMs: number): string {
    const { knownJustNow, knownMinutes, knownHours } = this.#messages;
    const minutes = Math.floor(ageMs / 60_000);
    if (minutes < 1) return knownJustNow;
    return minutes < 120 ? knownMinutes(minutes) : knownHours(Math.floor(minutes / 60));
  }
}
