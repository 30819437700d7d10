import { element } from "../browser/elements.ts";
import type { TapsLine } from "./taps-here.ts";

/** The lines as a list; none while the device holds no taps. */
export class TapsList {
  readonly element = element("section", {
    class: "counters taps-here",
    "aria-label": "Taps on this device",
  });
  #shown = "";

  show(lines: TapsLine[]): void {
    const shown = JSON.stringify(lines);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.hidden = lines.length === 0;
    const items = lines.map(({ href, text }) =>
      element("li", {}, element("a", { href }, element("span", { class: "taps-text" }, text))),
    );
    const title = element("h2", {}, "Taps on this device");
    this.element.replaceChildren(title, element("ul", {}, ...items));
  }
}
