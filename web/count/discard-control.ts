import { element } from "../browser/elements.ts";
import { tapsText } from "./state-line.ts";

export interface Discarding {
  /** How many taps would be gone. */
  count: number;
  /** Whoever looks at the page made them, or holds their gate. */
  isOwn: boolean;
  discard(): Promise<void>;
}

/** A button that discards taps: after a second press, or, taps of others, after typing how many. */
export function discardControl({ count, isOwn, discard }: Discarding): HTMLElement {
  const button = element("button", { type: "button", class: "plain danger" }, "Discard");
  button.addEventListener("click", () => {
    if (!isOwn) {
      const typed = typedDiscard(count, discard);
      button.replaceWith(typed);
      typed.querySelector("input")?.focus();
      return;
    }
    // The second press of the same button is the confirmation.
    if (button.dataset.sure === "yes") return void discard();
    button.dataset.sure = "yes";
    button.textContent = `Really discard ${tapsText(count)}?`;
  });
  return button;
}

function typedDiscard(count: number, discard: () => Promise<void>): HTMLElement {
  const input = element("input", { type: "text", inputmode: "numeric", autocomplete: "off" });
  const text = `Whoever made these taps may still want them, and nobody can bring them back. To discard them anyway, type how many they are: ${count}`;
  const button = element(
    "button",
    { type: "button", class: "plain danger", disabled: "" },
    `Discard ${tapsText(count)}`,
  );
  input.addEventListener("input", () => {
    button.disabled = input.value.trim() !== String(count);
  });
  button.addEventListener("click", () => void discard());
  return element("div", { class: "typed" }, element("label", {}, text, input), button);
}
