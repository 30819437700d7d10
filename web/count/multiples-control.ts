import { requiredElement } from "../browser/elements.ts";

/** So long after the last tap, a press counts one again: nobody remembers that it counted ten. */
const lastsMs = 30_000;

/** How many taps one press makes: ×1, ×5 or ×10, where somebody has switched it on. */
export class MultiplesControl {
  readonly #box = requiredElement<HTMLFieldSetElement>(".multiples");
  readonly #one = requiredElement<HTMLInputElement>(".multiples input");
  /** By the wall clock, which goes on while the device sleeps; a browser may restore what was chosen. */
  #usedAtMs = Number.NEGATIVE_INFINITY;

  readonly #now: () => number;

  /** `now`: the device's time in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#box.addEventListener("change", ({ target }) => {
      this.used();
      // Chosen by a finger, it would keep the keys that count.
      if (target instanceof HTMLElement && !target.matches(":focus-visible")) target.blur();
    });
  }

  offer(isOffered: boolean): void {
    this.#box.hidden = !isOffered;
  }

  /** How many taps a press makes now. */
  timesNow(): number {
    if (Math.abs(this.#now() - this.#usedAtMs) > lastsMs) this.#one.checked = true;
    const checked = this.#box.querySelector<HTMLInputElement>("input:checked");
    const times = this.#box.hidden ? 1 : Number(checked?.value ?? 1);
    requiredElement(".count").dataset.times = String(times);
    return times;
  }

  /** One was chosen, or a press has counted. */
  used(): void {
    this.#usedAtMs = this.#now();
  }
}
