// Holds the AWS calls that the functions made in the newest `npm run test:all` against their roles:
// what is allowed and was never called, and attributes that are allowed and were never used, are
// rights that nobody needs, or code that no test runs.
import { readFileSync } from "node:fs";
import { policiesOf, removalsOf } from "local-aws";
import { findingsOf } from "./grant-findings.ts";
import { keptGrants } from "./kept-grants.ts";
import { keptCalls } from "./recorded-calls.ts";

const { calls, template } = keptCalls();
const policies = policiesOf(template);
const { version: release } = JSON.parse(readFileSync("package.json", "utf8"));
const findings = findingsOf(calls, removalsOf(policies), { grants: keptGrants, release });
for (const { kind, text } of findings) console.error(`${kind}: ${text}`);
console.log(
  `${policies.roles.size} roles were asked for ${calls.length} different calls; ` +
    `${findings.length} do not agree with them.`,
);
if (findings.length > 0) process.exitCode = 1;
