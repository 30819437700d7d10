import type { Commit } from "./commit-log.ts";
import type { Entitlement } from "./reference-alert.ts";

/** The plans of an organization, each with the place in the log from which it was in force. */
export class PlanHistory {
  readonly #plans: (Entitlement & { from: number })[] = [
    { enterprise: true, epoch: 0, sinceMs: Number.NEGATIVE_INFINITY, from: 0 },
  ];

  change(
    { enterprise, epoch, atMs }: Extract<Commit, { kind: "plan changed" }>,
    from: number,
  ): void {
    const before = this.#plans.at(-1);
    const sinceMs = before?.enterprise === enterprise ? before.sinceMs : atMs;
    this.#plans.push({ enterprise, epoch, sinceMs, from });
  }

  /** Every plan that was in force at some time since this place in the log. */
  since(place: number): Entitlement[] {
    return this.#plans.filter(
      (_, index, all) => (all[index + 1]?.from ?? Number.POSITIVE_INFINITY) > place,
    );
  }
}
