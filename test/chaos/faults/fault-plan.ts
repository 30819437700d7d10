import { Chance } from "../../simulation/chance.ts";

/** What is killed: an environment of a function, the emulator of the tables, or everything. */
export type Victim =
  | "deliver-webhook"
  | "dispatch-events"
  | "evaluate-alerts"
  | "dynamodb"
  | "service";

export interface PlannedFault {
  /** After the fault before, and after the service was ready again. */
  afterMs: number;
  victim: Victim;
  /** Which one where there are several, from 0 up to 1. */
  which: number;
}

const functions = [
  ...(["deliver-webhook", "deliver-webhook"] as const),
  ...(["dispatch-events", "evaluate-alerts"] as const),
] as const;

/** Without end: the run takes as many as its time allows. The same seed gives the same faults. */
export function* faultPlan(seed: number): Generator<PlannedFault, never> {
  const chance = new Chance(seed);
  let wholeService = chance.happens(0.5);
  for (;;) {
    const environments = Math.round(chance.between(8, 16));
    for (let i = 0; i < environments; i += 1) {
      const victim = chance.pick(functions);
      yield { afterMs: chance.between(200, 2_500), victim, which: chance.next() };
    }
    // In turns, so that a run of a few minutes has both.
    wholeService = !wholeService;
    const victim = wholeService ? "service" : "dynamodb";
    yield { afterMs: chance.between(200, 2_500), victim, which: 0 };
  }
}

export interface Absence {
  afterMs: number;
  forMs: number;
}

/** When a receiver goes away, and for how long: sometimes longer than all retries of a delivery. */
export function* absences(seed: number): Generator<Absence, never> {
  const chance = new Chance(seed);
  for (;;) yield { afterMs: chance.between(8_000, 20_000), forMs: chance.between(2_000, 20_000) };
}
