import { element } from "../browser/elements.ts";
import type { DeviceTap } from "./queue/device-tap.ts";
import { amountText } from "./state-line.ts";

export interface Discarding {
  /** What would be gone. */
  taps: readonly DeviceTap[];
  /** Whoever looks at the page made them, or holds their gate. */
  isOwn: boolean;
  discard(): Promise<void>;
}

/** A button that discards taps: after a second press, or, taps of others, after typing how many. */
export function discardControl({ taps, isOwn, discard }: Discarding): HTMLElement {
  const button = element("button", { type: "button", class: "plain danger" }, "Discard");
  button.addEventListener("click", () => {
    if (!isOwn) {
      const typed = typedDiscard(taps, discard);
      button.replaceWith(typed);
      typed.querySelector("input")?.focus();
      return;
    }
    // The second press of the same button is the confirmation.
    if (button.dataset.sure === "yes") return void discard();
    button.dataset.sure = "yes";
    button.textContent = `Really discard ${amountText(taps)}?`;
  });
  return button;
}

function typedDiscard(taps: readonly DeviceTap[], discard: () => Promise<void>): HTMLElement {
  const count = taps.length;
  const input = element("input", { type: "text", inputmode: "numeric", autocomplete: "off" });
  const text = `Whoever made these may still want them, and nobody can bring them back. To discard them anyway, type how many they are: ${count}`;
  const button = element(
    "button",
    { type: "button", class: "plain danger", disabled: "" },
    `Discard ${amountText(taps)}`,
  );
  input.addEventListener("input", () => {
    button.disabled = input.value.trim() !== String(count);
  });
  button.addEventListener("click", () => void discard());
  return element("div", { class: "typed" }, element("label", {}, text, input), button);
}
