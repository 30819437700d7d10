import type { Surface } from "../../lambdas/functions/definition.ts";
import type { Configuration } from "../configuration.ts";

/**
 * Requests a second that an HTTP API accepts, and at once. The burst is half of the rate, as the account's is
 * ("Amazon API Gateway quotas"): the limits of a stage cannot exceed the account's ("Throttle requests to
 * your HTTP APIs"), so a rate that fits brings a burst that fits.
 */
export function requestLimits(configuration: Configuration, name: Surface["name"]) {
  const perSecond = configuration[`${name}RequestsPerSecond`];
  return { perSecond, atOnce: Math.ceil(perSecond / 2) };
}
