import { withoutBidiControls } from "../../core/bidi.ts";
import type { Direction } from "../../core/counters/taps/tap.ts";
import type { CountView } from "../../core/counting/count-view.ts";
import { numberText, progressOf, widthInDigits } from "../../core/embeds/format-count.ts";
import { requiredElement } from "../browser/elements.ts";
import { isDirectionAllowed } from "./counting-keys.ts";
import type { KeptNotice } from "./kept-list.ts";
import type { StateLine } from "./state-line.ts";

/** Everything that the page shows of its counter. */
export interface Shown {
  view: CountView;
  /** What the service said and what waits. */
  count: number;
  state: StateLine | null;
  /** Why nothing can be counted now; null when taps are taken. */
  closed: string | null;
  canSignIn: boolean;
  /** What needs a person's decision; null for nothing. */
  decision: KeptNotice | null;
}

/** The elements of the counting page. */
export class CountPanel {
  #count: number | undefined;
  #spokenAtMs = Number.NEGATIVE_INFINITY;

  show({ view, count, state, closed, canSignIn, decision }: Shown): void {
    document.body.dataset.screen = "count";
    document.title = withoutBidiControls(`${numberText(count)} · ${view.name}`);
    setText(requiredElement("h1 bdi"), view.name);
    this.#showNumber(count);
    showGoal(count, view.goalTarget);
    showGroup(view.group);
    const line = requiredElement(".state");
    line.hidden = state === null;
    if (state !== null) line.dataset.tone = state.tone;
    setText(requiredElement(".state-text"), state?.text ?? "");
    requiredElement(".sign-in").hidden = !canSignIn;
    requiredElement(".closed").hidden = closed === null;
    setText(requiredElement(".closed-text"), closed ?? "");
    requiredElement(".decide").hidden = decision === null;
    setText(requiredElement(".decide-text"), decision?.text ?? "");
    setText(requiredElement(".decide-more"), decision?.action ?? "");
    showButton("up", view, view.incrementStep, closed !== null);
    showButton("down", view, view.decrementStep, closed !== null);
    requiredElement(".taps").dataset.mode = view.mode;
  }

  /** Says the number to screen readers: seldom, because it may change several times a second. */
  speak(text: string, everyMs: number): void {
    const nowMs = performance.now();
    if (nowMs - this.#spokenAtMs < everyMs) return;
    const spoken = requiredElement(".spoken");
    if (spoken.textContent === text) return;
    spoken.textContent = text;
    this.#spokenAtMs = nowMs;
  }

  /** Shows which button a key stands for. */
  flash(direction: Direction): void {
    const button = buttonOf(direction);
    button.classList.add("pressed");
    setTimeout(() => button.classList.remove("pressed"), 90);
  }

  /** Says that a tap was not counted; until the next tap that was. */
  alert(text: string): void {
    setText(requiredElement(".alert"), text);
  }

  #showNumber(count: number): void {
    if (count === this.#count) return;
    const number = requiredElement(".number");
    const text = numberText(count);
    number.textContent = text;
    number.style.setProperty("--digits", String(widthInDigits(text)));
    if (this.#count !== undefined) animate(number, count > this.#count ? "rose" : "fell");
    this.#count = count;
  }
}

export function buttonOf(direction: Direction): HTMLButtonElement {
  return requiredElement<HTMLButtonElement>(`.tap.${direction}`);
}

function showGoal(count: number, goalTarget: number | null): void {
  const goal = requiredElement(".goal");
  const progress = progressOf({ name: "", count, goalTarget, updatedAt: "" });
  goal.hidden = progress === null;
  if (progress === null) return;
  const { percent, text } = progress;
  goal.dataset.look = look(percent);
  goal.querySelector(".fill")?.setAttribute("width", `${percent}%`);
  setText(requiredElement(".goal-text"), text);
}

function showGroup(group: CountView["group"]): void {
  const box = requiredElement(".group");
  box.hidden = group === null;
  if (group === null) return;
  const { name, level, capacity } = group;
  setText(requiredElement(".group-name"), name);
  const percent = capacity ? Math.max(0, Math.floor((level / capacity) * 100)) : 0;
  box.dataset.look = look(percent);
  const beside = capacity === null ? "" : ` of ${numberText(capacity)}`;
  const full = capacity !== null && level >= capacity ? " · full" : "";
  setText(requiredElement(".group-level"), `${numberText(level)}${beside}${full}`);
}

/** A goal or a capacity changes its look at 80 and at 100 percent. */
function look(percent: number): "normal" | "near" | "reached" {
  if (percent >= 100) return "reached";
  return percent >= 80 ? "near" : "normal";
}

function showButton(direction: Direction, view: CountView, step: number, closed: boolean): void {
  const button = buttonOf(direction);
  button.hidden = !isDirectionAllowed(direction, view.mode);
  button.disabled = closed;
  // Shown by the style: the button's name stays the same, and its description says the step.
  const shown = numberText(step);
  if (step === 1) delete button.dataset.step;
  else button.dataset.step = shown;
  button.style.setProperty("--letters", String(Math.max(3, shown.length + 1)));
  const words = direction === "up" ? "Adds" : "Subtracts";
  setText(requiredElement(`#${direction}-step`), `${words} ${shown}`);
}

/** Unchanged text is left alone: screen readers and selections notice every write. */
function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

// Removing and adding the class restarts the animation.
function animate(element: HTMLElement, name: "rose" | "fell"): void {
  element.classList.remove("rose", "fell");
  void element.offsetWidth;
  element.classList.add(name);
}
