// Holds the AWS calls that the functions made in the newest run of `npm test` against their roles:
// what is allowed and was never called, and attributes that are allowed and were never used, are
// rights that nobody needs, or code that no test runs. And the metrics that they wrote against what alarms,
// dashboard and metric filters read: names, units, dimensions and zeros that two sides must agree on.
import { readFileSync } from "node:fs";
import { policiesOf, removalsOf } from "local-aws";
import { findingsOf } from "./grant-findings.ts";
import { keptGrants } from "./kept-grants.ts";
import { metricFindings, unprovoked } from "./metric-findings.ts";
import { keptCalls, keptMetrics } from "./recorded-calls.ts";

const { calls, template } = keptCalls();
const policies = policiesOf(template);
const { version: release } = JSON.parse(readFileSync("package.json", "utf8"));
const findings = findingsOf(calls, removalsOf(policies), { grants: keptGrants, release });
for (const { kind, text } of findings) console.error(`${kind}: ${text}`);
console.log(
  `${policies.roles.size} roles were asked for ${calls.length} different calls; ` +
    `${findings.length} do not agree with them.`,
);
const { metrics, templates } = keptMetrics();
const unread = metricFindings(templates, { metrics, unprovoked });
for (const text of unread) console.error(`metric: ${text}`);
console.log(`${metrics.length} different metrics were written; ${unread.length} do not agree.`);
if (findings.length + unread.length > 0) process.exitCode = 1;
