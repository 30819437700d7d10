import type { EmbeddedCounter } from "../../core/embeds/format-count.ts";
import { agoText, numberText, progressOf, widthInDigits } from "../../core/embeds/format-count.ts";

export type State = "live" | "reconnecting" | "ended";

const stateWords: Record<State, string> = {
  live: "Live",
  reconnecting: "Reconnecting",
  ended: "No longer shared",
};

/** The elements of the page, which the service has filled already. */
export class Panel {
  readonly #view: HTMLElement;

  constructor(view: HTMLElement) {
    this.#view = view;
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
    if (changed) this.#mark();
  }

  /** The words and the mark for how the view stands with the service. */
  state(state: State): void {
    if (this.#view.dataset.state === state) return;
    this.#view.dataset.state = state;
    this.#part(".state").textContent = stateWords[state];
    if (state === "ended") this.#empty();
  }

  /** How long ago the counter changed. */
  ago(elapsedMs: number): void {
    const time = this.#part("time");
    const text = agoText(elapsedMs);
    if (time.textContent !== text) time.textContent = text;
  }

  #showProgress(view: EmbeddedCounter): void {
    const progress = progressOf(view);
    const goal = this.#part(".goal");
    goal.hidden = progress === null;
    if (progress === null) return;
    goal.querySelector(".fill")?.setAttribute("width", `${progress.percent}%`);
    const words = this.#part(".progress");
    if (words.textContent !== progress.text) words.textContent = progress.text;
  }

  /** Whoever no longer shares a counter does not want its last number to stand there for ever. */
  #empty(): void {
    const ended = document.createElement("div");
    ended.className = "ended";
    const words = document.createElement("h1");
    words.textContent = stateWords.ended;
    const more = document.createElement("p");
    more.textContent = "This live count is not available.";
    ended.append(words, more);
    this.#view.replaceChildren(ended);
    document.title = "Not available";
  }

  // Restarts the short animation of a change.
  #mark(): void {
    this.#view.classList.remove("moved");
    void this.#view.offsetWidth;
    this.#view.classList.add("moved");
  }

  #part(selector: string): HTMLElement {
    const part = this.#view.querySelector<HTMLElement>(selector);
    if (part === null) throw new Error(`the page has no ${selector}`);
    return part;
  }
}
