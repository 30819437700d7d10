// Holds the AWS calls that the functions made in the newest run of `npm test` against their roles:
// what was called and is not allowed would fail on AWS; what is allowed and was never called is
// either a right that nobody needs, or code that no test runs.
import { readFileSync } from "node:fs";
import { keptGrants } from "./kept-grants.ts";
import { grantsOf } from "./policies.ts";
import { keptCalls } from "./recorded-calls.ts";
import { findingsOf, functionName } from "./verdict.ts";

const { calls, template } = keptCalls();
const grants = grantsOf(template);
const { version: release } = JSON.parse(readFileSync("package.json", "utf8"));
const findings = findingsOf(calls, grants, { grants: keptGrants, release });
for (const { functionId, kind, action, resource } of findings) {
  console.error(`${functionName(functionId)}: ${kind}: ${action} on ${resource}`);
}
const made = [...calls.values()].flat().length;
console.log(
  `${grants.size} functions made ${made} different calls; ${findings.length} do not agree with their roles.`,
);
if (findings.length > 0) process.exitCode = 1;
