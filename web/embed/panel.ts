import {
  agoText,
  type EmbeddedCounter,
  numberText,
  progressOf,
  widthInDigits,
} from "../../core/embeds/format-count.ts";

export type State = "live" | "reconnecting" | "ended";

const stateWords: Record<State, string> = {
  live: "Live",
  reconnecting: "Reconnecting",
  ended: "No longer shared",
};

/** The elements of the page; the service has filled them in already. */
export class Panel {
  readonly #root: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  show({ name, count, ...rest }: EmbeddedCounter): void {
    const text = numberText(count);
    const number = this.#part(".number");
    const changed = number.textContent !== text;
    number.textContent = text;
    this.#part(".count").dataset.width = String(widthInDigits(text));
    this.#part(".name bdi").textContent = name;
    this.#showProgress({ name, count, ...rest });
    this.#part("time").setAttribute("datetime", rest.updatedAt);
    document.title = name;
    if (changed) this.#animateChange();
  }

  /** Shows whether the embed is live. */
  state(state: State): void {
    if (this.#root.dataset.state === state) return;
    this.#root.dataset.state = state;
    this.#part(".state").textContent = stateWords[state];
    if (state === "ended") this.#empty();
  }

  /** Shows how long ago the counter changed. */
  ago(elapsedMs: number): void {
    const time = this.#part("time");
    const text = agoText(elapsedMs);
    if (time.textContent !== text) time.textContent = text;
  }

  #showProgress(counter: EmbeddedCounter): void {
    const progress = progressOf(counter);
    const goal = this.#part(".goal");
    goal.hidden = progress === null;
    if (progress === null) return;
    goal.querySelector(".fill")?.setAttribute("width", `${progress.percent}%`);
    const words = this.#part(".progress");
    if (words.textContent !== progress.text) words.textContent = progress.text;
  }

  /** A counter that is no longer shared should not stay visible with its last number. */
  #empty(): void {
    const ended = document.createElement("div");
    ended.className = "ended";
    const words = document.createElement("h1");
    words.textContent = stateWords.ended;
    const more = document.createElement("p");
    more.textContent = "This live count is not available.";
    ended.append(words, more);
    this.#root.replaceChildren(ended);
    document.title = "Not available";
  }

  // Removing and adding the class restarts the animation.
  #animateChange(): void {
    this.#root.classList.remove("moved");
    void this.#root.offsetWidth;
    this.#root.classList.add("moved");
  }

  #part(selector: string): HTMLElement {
    const part = this.#root.querySelector<HTMLElement>(selector);
    if (part === null) throw new Error(`the page has no ${selector}`);
    return part;
  }
}
