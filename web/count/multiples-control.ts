import { requiredElement } from "../browser/elements.ts";

/** So long after the last tap, a press counts one again: nobody remembers that it counted ten. */
const lastsMs = 30_000;

/** How many taps one press makes: ×1, ×5 or ×10, where somebody has switched it on. */
export class MultiplesControl {
  readonly #box = requiredElement<HTMLFieldSetElement>(".multiples");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#box.addEventListener("change", () => this.used());
  }

  get times(): number {
    if (this.#box.hidden) return 1;
    const checked = this.#box.querySelector<HTMLInputElement>("input:checked");
    return Number(checked?.value ?? 1);
  }

  offer(isOffered: boolean): void {
    this.#box.hidden = !isOffered;
    this.#show();
  }

  /** A press has counted. */
  used(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const [one] = this.#box.querySelectorAll("input");
      if (one !== undefined) one.checked = true;
      this.#show();
    }, lastsMs);
    this.#show();
  }

  #show(): void {
    requiredElement(".count").dataset.times = String(this.times);
  }
}
