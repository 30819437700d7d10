import { element } from "../browser/elements.ts";
import type { CountMessages } from "./messages/en.ts";
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
export function discardControl(discarding: Discarding, messages: CountMessages): HTMLElement {
  const { taps, isOwn, discard } = discarding;
  const button = element("button", { type: "button", class: "plain danger" }, messages.discard);
  const amount = amountText(taps, messages) ?? "";
  button.addEventListener("click", ({ detail }) => {
    // A double click is one act.
    if (detail > 1) return;
    if (!isOwn) {
      const typed = typedDiscard(discarding, messages);
      button.replaceWith(typed);
      typed.querySelector("input")?.focus();
      return;
    }
    // The second press of the same button is the confirmation.
    if (button.dataset.sure === "yes") return void discard();
    button.dataset.sure = "yes";
    button.textContent = messages.reallyDiscard(amount);
  });
  return button;
}

function typedDiscard({ taps, discard }: Discarding, messages: CountMessages): HTMLElement {
  const count = taps.length;
  const input = element("input", { type: "text", inputmode: "numeric", autocomplete: "off" });
  const button = element(
    "button",
    { type: "button", class: "plain danger", disabled: "" },
    messages.discardAmount(amountText(taps, messages) ?? ""),
  );
  input.addEventListener("input", () => {
    button.disabled = input.value.trim() !== String(count);
  });
  button.addEventListener("click", () => void discard());
  return element(
    "div",
    { class: "typed" },
    element("label", {}, messages.typeToDiscard(count), input),
    button,
  );
}
