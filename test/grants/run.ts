// Holds the AWS calls that the functions made in the newest run of `npm test` against their roles:
// what was called and is not allowed would fail on AWS; what is allowed and was never called is
// either a right that nobody needs, or code that no test runs.
import { grantsOf } from "./policies.ts";
import { keptCalls } from "./recorded-calls.ts";
import { findingsOf } from "./verdict.ts";

const { calls, template } = keptCalls();
const grants = grantsOf(template);
const findings = findingsOf(calls, grants);
for (const { functionId, kind, action, resource } of findings) {
  console.error(
    `${functionId.replace(/Function[0-9A-F]{8}$/, "")}: ${kind}: ${action} on ${resource}`,
  );
}
const made = [...calls.values()].flat().length;
console.log(
  `${grants.size} functions made ${made} different calls; ${findings.length} do not agree with their roles.`,
);
if (findings.length > 0) process.exitCode = 1;
