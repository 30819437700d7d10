// Holds the AWS calls that the functions made in the newest `npm run test:all` against their roles:
// what is allowed and was never called, and attributes that are allowed and were never used, are
// rights that nobody needs, or code that no test runs. And the metrics that they wrote against what alarms,
// dashboard and metric filters read: names, units, dimensions and zeros that two sides must agree on.
import { readFileSync } from "node:fs";
import { policiesOf, removalsOf } from "local-aws";
import { deploymentName } from "../../lib/configuration.ts";
import { synthesize } from "../../lib/synthesis.ts";
import { findingsOf } from "./grant-findings.ts";
import { keptGrants } from "./kept-grants.ts";
import { metricFindings, unprovoked } from "./metric-findings.ts";
import { keptCalls, keptMetrics } from "./recorded-calls.ts";
import type { WrittenMetric } from "./written-metrics.ts";

const { calls, template } = keptCalls();
const policies = policiesOf(template);
const { version: release } = JSON.parse(readFileSync("package.json", "utf8"));
const findings = findingsOf(calls, removalsOf(policies), { grants: keptGrants, release });
for (const { kind, text } of findings) console.error(`${kind}: ${text}`);
console.log(
  `${policies.roles.size} roles were asked for ${calls.length} different calls; ` +
    `${findings.length} do not agree with them.`,
);
const metrics = keptMetrics();
const unread = metricFindings(watchedTemplates(metrics), { metrics, unprovoked });
for (const text of unread) console.error(`metric: ${text}`);
console.log(`${metrics.length} different metrics were written; ${unread.length} do not agree.`);
if (findings.length + unread.length > 0) process.exitCode = 1;

/** The stack on this machine has no dashboard and no deployments to watch: a stage that has both, by its name. */
function watchedTemplates(written: WrittenMetric[]): unknown[] {
  const { main, nested } = synthesize({ lambdaConcurrency: "100" });
  const watchedName = deploymentName({ serviceName: "counting-service", stage: "production" });
  const [namespace = ""] = new Set(written.map((one) => one.namespace));
  return [main, ...Object.values(nested)].map((one): unknown =>
    JSON.parse(JSON.stringify(one.toJSON()).replaceAll(watchedName, namespace)),
  );
}
