import { withoutBidiControls } from "../../core/bidi.ts";
import { type EmbeddedCount, widthInDigits } from "../../core/embeds/format-count.ts";
import { type CountTexts, ofWidth } from "./count-texts.ts";

export type State = "live" | "reconnecting" | "ended";

/** The elements of the page; the service has filled them in already. */
export class Panel {
  readonly #root: HTMLElement;
  readonly #texts: CountTexts;
  /** Shown in place of the name. */
  readonly #label: string | undefined;

  constructor(
    root: HTMLElement,
    { texts, label }: { texts: CountTexts; label?: string | undefined },
  ) {
    this.#root = root;
    this.#texts = texts;
    this.#label = label;
    if (root.dataset.state === "ended") return;
    // The page came in the language of its organization.
    this.#part(".word").textContent = `${texts.messages.changed} `;
    if (label !== undefined) this.#name(label);
  }

  show(counter: EmbeddedCount): void {
    const text = this.#texts.number(counter.count);
    const number = this.#part(".number");
    const changed = number.textContent !== text;
    number.textContent = text;
    const of = this.#texts.of(counter);
    this.#part(".of").textContent = of;
    const { dataset } = this.#part(".count");
    Object.assign(dataset, { width: widthInDigits(text), of: ofWidth(text, of) });
    this.#name(this.#label ?? counter.name);
    this.#showProgress(counter);
    this.#part("time").setAttribute("datetime", counter.updatedAt);
    if (changed) this.#animateChange();
  }

  /** Shows whether the embed is live; `since` says since when it is not, in place of when the counter changed. */
  state(state: State, since?: string): void {
    if (this.#root.dataset.state === state) return;
    this.#root.dataset.state = state;
    this.#root.toggleAttribute("data-since", since !== undefined);
    this.#part(".word").textContent = since ?? `${this.#texts.messages.changed} `;
    this.#part("time").hidden = since !== undefined;
    this.#part(".state").textContent = this.#words(state);
    if (state === "ended") this.#empty();
  }

  /** Shows how long ago the counter changed. */
  ago(elapsedMs: number): void {
    const time = this.#part("time");
    const text = this.#texts.ago(elapsedMs);
    if (time.textContent !== text) time.textContent = text;
  }

  #name(name: string): void {
    const shown = withoutBidiControls(name);
    this.#part(".name bdi").textContent = shown;
    document.title = shown;
  }

  #words(state: State): string {
    const { live, reconnecting, noLongerShared } = this.#texts.messages;
    return { live, reconnecting, ended: noLongerShared }[state];
  }

  #showProgress(counter: EmbeddedCount): void {
    const progress = this.#texts.progress(counter);
    const goal = this.#part(".goal");
    goal.hidden = progress === null;
    if (progress === null) return;
    goal.dataset.level = progress.level;
    goal.querySelector(".fill")?.setAttribute("width", `${progress.percent}%`);
    const words = this.#part(".progress");
    if (words.textContent !== progress.word) words.textContent = progress.word;
  }

  /** A counter that is no longer shared should not stay visible with its last number. */
  #empty(): void {
    const ended = document.createElement("div");
    ended.className = "ended";
    const words = document.createElement("h1");
    words.textContent = this.#words("ended");
    const more = document.createElement("p");
    more.textContent = this.#texts.messages.liveCountNotAvailable;
    ended.append(words, more);
    this.#root.textContent = "";
    this.#root.append(ended);
    document.title = this.#texts.messages.notAvailable;
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
