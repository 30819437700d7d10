import { StartError } from "../start-error.ts";
import type { FunctionSpec } from "./functions.ts";

/** Lambda's quota of concurrent executions in an account and region; new accounts can have 10. */
export const defaultAccountConcurrency = 1_000;

/** How much of it must be left unreserved; of a smaller quota, all. */
const unreservedMinimum = 100;

/** A count of the invocations that run at the same time, and its limit. */
export class Concurrency {
  readonly limit: number;
  #running = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Takes a place for an invocation; false where none is left, and the invocation is throttled. */
  take(): boolean {
    if (this.#running >= this.limit) return false;
    this.#running += 1;
    return true;
  }

  release(): void {
    this.#running -= 1;
  }
}

/**
 * Divides the concurrency of an account as Lambda does: a function with a reservation has exactly
 * that, and all others share the rest. Throws a StartError where Lambda would refuse
 * the reservations.
 */
export function divideConcurrency(
  limit: number,
  specs: readonly FunctionSpec[],
): (spec: FunctionSpec) => Concurrency {
  const reserved = specs.reduce((sum, spec) => sum + (spec.reservedConcurrency ?? 0), 0);
  const left = limit - reserved;
  if (reserved > 0 && left < Math.min(unreservedMinimum, limit)) {
    throw new StartError(
      `The functions reserve ${reserved} of the account's ${limit} concurrent executions; Lambda ` +
        `leaves at least ${unreservedMinimum} to functions without a reservation.`,
    );
  }
  const shared = new Concurrency(left);
  return ({ reservedConcurrency }) =>
    reservedConcurrency === undefined ? shared : new Concurrency(reservedConcurrency);
}
