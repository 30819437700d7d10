import { withoutBidiControls } from "../../core/bidi.ts";
import type { Direction } from "../../core/counters/taps/tap.ts";
import type { CountView } from "../../core/counting/count-view.ts";
import { numberText, progressOf, widthInDigits } from "../../core/embeds/format-count.ts";
import { requiredElement } from "../browser/elements.ts";
import { isDirectionAllowed } from "./counting-keys.ts";
import type { KeptNotice } from "./kept-list.ts";
import type { CountMessages } from "./messages/en.ts";
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
  readonly #messages: CountMessages;
  #count: number | undefined;

  constructor(messages: CountMessages) {
    this.#messages = messages;
  }

  show({ view, count, state, closed, canSignIn, decision }: Shown): void {
    const messages = this.#messages;
    document.body.dataset.screen = "count";
    document.title = withoutBidiControls(`${numberText(count)} · ${view.name}`);
    setText(requiredElement("h1 bdi"), view.name);
    this.#showNumber(count);
    showGoal(count, view.goalTarget, messages);
    showGroup(view.group, messages);
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
    showButton("up", view, { closed: closed !== null, messages });
    showButton("down", view, { closed: closed !== null, messages });
    requiredElement(".taps").dataset.mode = view.mode;
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

function showGoal(count: number, goalTarget: number | null, messages: CountMessages): void {
  const goal = requiredElement(".goal");
  const progress = progressOf({ name: "", count, goalTarget, updatedAt: "" });
  goal.hidden = progress === null;
  if (progress === null || goalTarget === null) return;
  const { percent } = progress;
  goal.dataset.look = look(percent);
  goal.querySelector(".fill")?.setAttribute("width", `${percent}%`);
  const { goal: only, goalReached, goalShare } = messages;
  const reached = percent >= 100 ? goalReached(goalTarget) : goalShare(percent, goalTarget);
  setText(requiredElement(".goal-text"), goalTarget === 0 ? only(0) : reached);
}

function showGroup(group: CountView["group"], messages: CountMessages): void {
  const box = requiredElement(".group");
  box.hidden = group === null;
  if (group === null) return;
  const { name, level, capacity } = group;
  setText(requiredElement(".group-name"), name);
  const percent = capacity ? Math.max(0, Math.floor((level / capacity) * 100)) : 0;
  box.dataset.look = look(percent);
  const text = level >= (capacity ?? Number.POSITIVE_INFINITY) ? "levelFull" : "levelOf";
  const shown = capacity === null ? messages.level(level) : messages[text](level, capacity);
  setText(requiredElement(".group-level"), shown);
}

/** A goal or a capacity changes its look at 80 and at 100 percent. */
function look(percent: number): "normal" | "near" | "reached" {
  if (percent >= 100) return "reached";
  return percent >= 80 ? "near" : "normal";
}

function showButton(
  direction: Direction,
  view: CountView,
  { closed, messages }: { closed: boolean; messages: CountMessages },
): void {
  const button = buttonOf(direction);
  button.hidden = !isDirectionAllowed(direction, view.mode);
  button.disabled = closed;
  // Shown by the style: the button's name stays the same, and its description says the step.
  const step = direction === "up" ? view.incrementStep : view.decrementStep;
  const shown = numberText(step);
  if (step === 1) delete button.dataset.step;
  else button.dataset.step = shown;
  button.style.setProperty("--letters", String(Math.max(3, shown.length + 1)));
  const does = direction === "up" ? messages.adds : messages.subtracts;
  setText(requiredElement(`#${direction}-step`), does(step));
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
