import type { EventSourceFacts } from "./event-sources.ts";
import { type Finding, orFine, warning } from "./finding.ts";

/** From here on lib/platform/concurrency.ts divides the setting; a test compares the two. */
const divisible = 200;

/** What the account allows in this region, against what the stack was deployed with. */
export interface LimitsFacts {
  /** The setting `lambdaConcurrency`. */
  setting: number;
  /** Concurrent executions of the account, and those of them that no function reserves. */
  account: { limit: number; unreserved: number };
  mappings: Pick<EventSourceFacts, "maximumConcurrency">[];
}

/** Says where the stack counts on more concurrent executions than there are. */
export function judgeLimits({ setting, account, mappings }: LimitsFacts): Finding[] {
  const findings: Finding[] = [];
  const limit = account.limit.toLocaleString("en");
  if (setting > account.limit) {
    findings.push(
      warning(
        `lambdaConcurrency is ${setting.toLocaleString("en")}, but the account has only ${limit} concurrent executions`,
        "set lambdaConcurrency to the account's limit and deploy again, or request a higher limit (Service Quotas, Lambda)",
      ),
    );
  }
  if (setting < divisible && account.limit >= divisible) {
    findings.push(
      warning(
        `lambdaConcurrency is ${setting.toLocaleString("en")}, though the account has ${limit} concurrent executions: two functions send webhooks from each queue, and nothing is reserved for the read API`,
        "set lambdaConcurrency to what this stack may use of the account's limit, and deploy again",
      ),
    );
  }
  const webhooks = mappings.reduce((sum, mapping) => sum + (mapping.maximumConcurrency ?? 0), 0);
  // All of them would leave nothing for taps, embeds and the console.
  if (webhooks >= account.unreserved) {
    findings.push(
      warning(
        `webhooks may use ${webhooks.toLocaleString("en")} concurrent executions, and that is all of the ${account.unreserved.toLocaleString("en")} that nothing reserves`,
        "set a lower lambdaConcurrency and deploy again, or request a higher limit (Service Quotas, Lambda)",
      ),
    );
  }
  if (findings.length > 0) return findings;
  const roomy = `webhooks may use ${webhooks.toLocaleString("en")} of the ${account.unreserved.toLocaleString("en")} concurrent executions that nothing reserves`;
  const spare = setting * 2 <= account.limit;
  const more = spare
    ? `, and lambdaConcurrency is ${setting.toLocaleString("en")} of ${limit}`
    : "";
  return orFine([], `${roomy}${more}`);
}
