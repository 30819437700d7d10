import type { Direction } from "../../core/counters/taps/tap.ts";
import type { CountView } from "../../core/counting/count-view.ts";
import { goalProgress, shownLevel, widthInDigits } from "../../core/embeds/format-count.ts";
import { isolated } from "../../core/messages.ts";
import { isDirectionAllowed } from "./counting-keys.ts";
import type { Fullness } from "./fullness.ts";
import type { CountMessages } from "./messages/en.ts";
import { restartAnimation } from "./restart-animation.ts";
import { setText } from "./set-text.ts";

/** Everything that the page shows of one counter. */
export interface ShownPanel {
  view: CountView;
  /** What the service said and what waits. */
  count: number;
  /** Of its group, with what waits here. */
  groupLevel: number;
  fullness: Fullness | null;
  /** How many taps a press makes. */
  times: number;
  /** Why nothing can be counted now; null when taps are taken. */
  closed: string | null;
}

/** The elements of one counter. */
export class CounterPanel {
  readonly #root: HTMLElement;
  readonly #messages: CountMessages;
  #count: number | undefined;

  /** `index`: which of the page's counters it is, from 0. */
  constructor(root: HTMLElement, index: number, messages: CountMessages) {
    this.#root = root;
    this.#messages = messages;
    root.dataset.color = String(index);
    for (const direction of ["up", "down"] as const) {
      const step = this.#step(direction);
      step.id = index === 0 ? `${direction}-step` : `${direction}-step-${index}`;
      this.button(direction).setAttribute("aria-describedby", step.id);
    }
  }

  show({ view, count, groupLevel, fullness, closed, times }: ShownPanel): void {
    setText(this.find(".counter-name bdi"), view.name);
    this.find(".taps").setAttribute(
      "aria-label",
      `${this.#messages.countByTap}: ${isolated(view.name)}`,
    );
    this.#root.dataset.fill = fullness?.state ?? "room";
    this.#showNumber(count);
    this.#showGoal(count, view.goalTarget);
    // A group with a capacity is the limit of its counters.
    const isGroup = view.limit?.scope === "group";
    this.#showGroup(view.group, groupLevel, (isGroup && fullness?.state) || "room");
    this.find(".closed").hidden = closed === null;
    setText(this.find(".closed-text"), closed ?? "");
    this.#showButton("up", view, { closed: closed !== null, times });
    this.#showButton("down", view, { closed: closed !== null, times });
    this.find(".taps").dataset.mode = view.mode;
  }

  button(direction: Direction): HTMLButtonElement {
    return this.find<HTMLButtonElement>(`.tap.${direction}`);
  }

  /** Shows which button a key stands for. */
  flash(direction: Direction): void {
    const button = this.button(direction);
    button.classList.add("pressed");
    setTimeout(() => button.classList.remove("pressed"), 90);
  }

  find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
    const found = this.#root.querySelector<Found>(selector);
    if (found === null) throw new Error(`a counter has no ${selector}`);
    return found;
  }

  #step(direction: Direction): HTMLElement {
    return this.find(`.${direction} .step`);
  }

  #showNumber(count: number): void {
    if (count === this.#count) return;
    const number = this.find(".number");
    const text = this.#messages.level(count);
    number.textContent = text;
    number.style.setProperty("--digits", String(widthInDigits(text)));
    const moved = count > (this.#count ?? count) ? "rose" : "fell";
    if (this.#count !== undefined) restartAnimation(number, moved, ["rose", "fell"]);
    this.#count = count;
  }

  #showGoal(count: number, goalTarget: number | null): void {
    const goal = this.find(".goal");
    goal.hidden = goalTarget === null;
    if (goalTarget === null) return;
    const percent = Math.floor(goalProgress(count, goalTarget)?.percent ?? 0);
    goal.dataset.look = look(percent);
    showBar(goal, percent);
    const { goal: only, goalReached, goalShare } = this.#messages;
    const reached = percent >= 100 ? goalReached(goalTarget) : goalShare(percent, goalTarget);
    setText(this.find(".goal-text"), goalTarget === 0 ? only(0) : reached);
  }

  #showGroup(group: CountView["group"], level: number, fill: Fullness["state"]): void {
    const box = this.find(".group");
    box.hidden = group === null;
    if (group === null) return;
    const { name, capacity } = group;
    setText(this.find(".group-name"), name);
    box.dataset.look = lookOfGroup[fill];
    const text = fill === "full" ? "levelFull" : "levelOf";
    const { [text]: beside, level: alone } = this.#messages;
    const shown = shownLevel(level, capacity);
    setText(this.find(".group-level"), capacity === null ? alone(shown) : beside(shown, capacity));
    box.querySelector(".bar")?.toggleAttribute("hidden", capacity === null);
    if (capacity !== null) showBar(box, goalProgress(shown, capacity)?.percent ?? 100);
  }

  #showButton(
    direction: Direction,
    view: CountView,
    { closed, times }: { closed: boolean; times: number },
  ): void {
    const button = this.button(direction);
    button.hidden = !isDirectionAllowed(direction, view.mode);
    button.disabled = closed;
    // Shown by the style: the button's name stays the same, and its description says the step.
    const step = (direction === "up" ? view.incrementStep : view.decrementStep) * times;
    const shown = this.#messages.level(step);
    if (step === 1) delete button.dataset.step;
    else button.dataset.step = shown;
    button.style.setProperty("--letters", String(Math.max(3, shown.length + 1)));
    const does = direction === "up" ? this.#messages.adds : this.#messages.subtracts;
    setText(this.#step(direction), does(step));
  }
}

function showBar(box: HTMLElement, percent: number): void {
  box.querySelector(".fill-bar")?.setAttribute("width", `${Math.floor(percent)}%`);
}

const lookOfGroup = { room: "normal", almost: "near", full: "reached" } as const;

/** A goal changes its look at 80 and at 100 percent. */
function look(percent: number): "normal" | "near" | "reached" {
  if (percent >= 100) return "reached";
  return percent >= 80 ? "near" : "normal";
}
