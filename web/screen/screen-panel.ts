import { withoutBidiControls } from "../../core/bidi.ts";
import type { ScreenView } from "./screen-view.ts";
import { linesOf } from "./text-lines.ts";

/** The elements of a screen. What stays the same is not touched: screen readers would say it again. */
export class ScreenPanel {
  readonly #root: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  show({ state, name, news, number, width, whole, advice }: ScreenView): void {
    this.#root.dataset.state = state;
    this.#text(".name bdi", name);
    this.#text(".news .words", news);
    this.#text(".number", number);
    this.#root.style.setProperty("--digits", String(width));
    const title = withoutBidiControls(name);
    if (document.title !== title && title !== "") document.title = title;
    this.#part(".whole").hidden = whole === null;
    this.#text(".of", whole?.text ?? "");
    this.#part(".fill").setAttribute("width", `${whole?.percent ?? 0}%`);
    this.#root.dataset.level = advice?.level ?? "none";
    this.#part(".advice").hidden = advice === null;
    if (advice === null) return;
    this.#text(".advice .words", advice.text);
    const { oneLine, twoLines, fourLines } = linesOf(advice.text);
    this.#root.style.setProperty("--one-line", String(oneLine));
    this.#root.style.setProperty("--two-lines", String(twoLines));
    this.#root.style.setProperty("--four-lines", String(fourLines));
  }

  #text(selector: string, text: string): void {
    const part = this.#part(selector);
    if (part.textContent !== text) part.textContent = text;
  }

  #part(selector: string): HTMLElement {
    const part = this.#root.querySelector<HTMLElement>(selector);
    if (part === null) throw new Error(`the page has no ${selector}`);
    return part;
  }
}
