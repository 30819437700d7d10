import { type Finding, fine, warning } from "./finding.ts";

/** Requests a second, and at once. */
export interface RequestLimits {
  perSecond: number;
  atOnce: number;
}

/**
 * Compares what the stack's HTTP APIs accept together with what API Gateway lets all APIs of the account
 * accept in its region. `stack` is undefined for versions that did not say it.
 */
export function judgeRequestLimits(stack: RequestLimits, account: RequestLimits): Finding {
  const accepted = `the HTTP APIs accept ${inWords(stack)}`;
  if (stack.perSecond <= account.perSecond && stack.atOnce <= account.atOnce) {
    return fine(`${accepted}, of the account's ${inWords(account)}`);
  }
  return warning(
    `${accepted}, but the account only ${inWords(account)}: a flood at one of them refuses requests at the others`,
    "lower apiRequestsPerSecond, siteRequestsPerSecond or consoleRequestsPerSecond and deploy again, or request a higher limit (Service Quotas, API Gateway)",
  );
}

function inWords({ perSecond, atOnce }: RequestLimits): string {
  const [each, burst] = [perSecond, atOnce].map((number) => number.toLocaleString("en"));
  return `${each} requests a second and ${burst} at once`;
}
