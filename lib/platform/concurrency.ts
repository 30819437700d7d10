import type { Configuration } from "../configuration.ts";

/** How many functions of one kind may run at the same time. */
export interface Concurrency {
  firstAttempts: number;
  retries: number;
  slowAttempts: number;
  /** For each function of the read API that needs a key; undefined where nothing is reserved. */
  apiReservation: number | undefined;
}

/** The smallest and the largest concurrency that Lambda accepts for an event source mapping. */
const mappingMinimum = 2;
const mappingMaximum = 1_000;

/**
 * From here on there is something to divide: Lambda leaves at least 100 of an account's concurrent
 * executions to functions without a reservation.
 */
const divisible = 200;

/**
 * Divides the concurrent executions of the account. Webhooks get two fifths at most; three tenths are
 * the read API's alone. The rest is for all other functions.
 */
export function concurrencyOf({
  lambdaConcurrency,
}: Pick<Configuration, "lambdaConcurrency">): Concurrency {
  if (lambdaConcurrency < divisible) {
    const least = mappingMinimum;
    return { firstAttempts: least, retries: least, slowAttempts: least, apiReservation: undefined };
  }
  const share = (percent: number) => Math.floor((lambdaConcurrency * percent) / 100);
  return {
    // An endpoint that begins to hang at 200 events a second occupies 200 functions before its lane
    // changes.
    firstAttempts: Math.min(share(30), mappingMaximum),
    retries: Math.min(share(5), mappingMaximum),
    slowAttempts: Math.min(share(5), mappingMaximum),
    apiReservation: share(10),
  };
}
