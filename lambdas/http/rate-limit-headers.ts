import {
  type PolicyStatus,
  type RateLimitStatus,
  tightestPolicy,
} from "../../core/keys/rate-limit.ts";

/**
 * The tightest policy in the three classic headers (reset in seconds from now), and both policies in
 * the structured fields of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function rateLimitHeaders(status: RateLimitStatus): Record<string, string> {
  const tightest = tightestPolicy(status);
  const policies = [status.minute, status.hour];
  return {
    "ratelimit-limit": String(tightest.limit),
    "ratelimit-remaining": String(tightest.remaining),
    "ratelimit-reset": String(tightest.resetSeconds),
    "ratelimit-policy": policies.map(policyItem).join(", "),
    ratelimit: policies.map(statusItem).join(", "),
  };
}

function policyItem({ name, limit, windowSeconds }: PolicyStatus): string {
  return `"${name}";q=${limit};w=${windowSeconds}`;
}

function statusItem({ name, remaining, resetSeconds }: PolicyStatus): string {
  return `"${name}";r=${remaining};t=${resetSeconds}`;
}
