import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import { type NewCounter, newCounter, newCounterId, type StoredCounter } from "./counter.ts";

export type CounterCreation =
  /** How many were written now; the rest existed already under the same id and stayed as it was. */
  { result: "created"; created: number } | { result: "limit_reached" | "no_such_organization" };

export interface CounterCreator {
  /** The most counters that `create` takes at once. */
  maximumBatch: number;
  /** Creates counters of one organization, all or none. */
  create(counters: StoredCounter[]): Promise<CounterCreation>;
}

export interface CounterCreationPorts {
  counterCreator: CounterCreator;
  clock: Clock;
  randomBase62: RandomBase62;
}

/** Creates one counter with these settings, within the organization's limit. */
export async function createCounter(
  { counterCreator, clock, randomBase62 }: CounterCreationPorts,
  organizationId: string,
  setup: NewCounter,
): Promise<
  { result: "created"; counter: StoredCounter } | Exclude<CounterCreation, { result: "created" }>
> {
  const key = { organizationId, counterId: newCounterId(randomBase62) };
  const counter = newCounter(setup, key, clock.now());
  const creation = await counterCreator.create([counter]);
  return creation.result === "created" ? { result: "created", counter } : creation;
}
