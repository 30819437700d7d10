import { critical, type Finding, fine, orFine } from "./finding.ts";

/** A custom domain and its DNS records. */
export interface DomainFacts {
  name: string;
  /** Where it has to point. */
  target: string;
  resolves: boolean;
}

/**
 * Says which own domains lead nowhere. Integrators and the canary reach the read API only by its
 * own domain.
 */
export function judgeDomains(domains: DomainFacts[]): Finding[] {
  if (domains.length === 0) return [fine("there are no custom domains")];
  const findings = domains
    .filter(({ resolves }) => !resolves)
    .map(({ name, target }) =>
      critical(
        `${name} does not resolve, so nobody reaches the service there`,
        `point a CNAME or alias record of it to ${target}`,
      ),
    );
  return orFine(findings, `custom domains resolve: ${domains.map(({ name }) => name).join(", ")}`);
}
