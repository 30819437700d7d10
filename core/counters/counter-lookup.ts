import { allInOrder } from "../all-in-order.ts";
import { isOrganizationId } from "../organization-id.ts";
import { findOrganization, type Organizations } from "../organizations/organization.ts";
import type { Counter, CounterKey, StoredCounter } from "./counter.ts";
import { isCounterId } from "./counter-names.ts";

/** The counters in use: archived ones are as if they did not exist. */
export interface Counters {
  get(key: CounterKey, signal?: AbortSignal): Promise<Counter | undefined>;
  /** Every counter of the organization, in no particular order. */
  list(organizationId: string, signal?: AbortSignal): Promise<Counter[]>;
}

/** All counters, archived ones among them: for operators only. */
export interface StoredCounters {
  get(key: CounterKey, signal?: AbortSignal): Promise<StoredCounter | undefined>;
  list(organizationId: string, signal?: AbortSignal): Promise<StoredCounter[]>;
}

export type CounterLookup =
  | { result: "found"; counter: StoredCounter }
  | { result: "no_such_counter" | "no_such_organization" };

/** Finds a counter, archived or not, and says what is missing otherwise. */
export async function findCounter(
  ports: { organizations: Pick<Organizations, "get">; storedCounters: StoredCounters },
  key: CounterKey,
): Promise<CounterLookup> {
  const possible = isOrganizationId(key.organizationId) && isCounterId(key.counterId);
  const [counter, record] = await allInOrder([
    possible ? ports.storedCounters.get(key) : undefined,
    findOrganization(ports, key.organizationId),
  ]);
  if (record === undefined) return { result: "no_such_organization" };
  return counter === undefined ? { result: "no_such_counter" } : { result: "found", counter };
}
