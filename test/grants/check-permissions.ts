// Removes each statement, each value of a condition and each permission of the template in turn, and
// asks of the calls that the functions made in the newest `npm run test:all` whether one would be
// refused then. What nobody would miss is a right that nobody needs, or code that no test runs.
import { isNeeded, policiesOf, removalsOf, unjudgeable } from "local-aws";
import { keptCalls } from "./recorded-calls.ts";
import { inexactExceptions, partOf, reasonOf } from "./unnoticed.ts";

const started = performance.now();
const { calls, template } = keptCalls();
const policies = policiesOf(template);
const shortened = unjudgeable(policies, calls);
for (const { action, resource } of shortened) {
  console.error(`The record of ${action} on ${resource} is too short to be judged`);
}
const all = removalsOf(policies);
const inexact = inexactExceptions(all);
for (const part of inexact) console.error(`This exception does not name exactly one part: ${part}`);
const removals = all.filter(({ kind }) => kind !== "grant");
const missed = removals.filter((removal) => !isNeeded(removal, calls));
const unexplained = missed.filter((removal) => reasonOf(removal) === undefined);
for (const removal of unexplained) console.error(`Nothing needs ${partOf(removal)}`);
for (const [reason, removals] of Map.groupBy(missed, reasonOf)) {
  if (reason !== undefined)
    console.log(`${removals.length} go unnoticed, for a reason: ${reason}.`);
}
const count = (wanted: string) => removals.filter(({ kind }) => kind === wanted).length;
const seconds = ((performance.now() - started) / 1_000).toFixed(1);
console.log(
  `Removed ${count("statement")} statements and permissions and ${count("value")} values of conditions, ` +
    `one at a time, from what ${calls.length} different calls need: ` +
    `${removals.length - missed.length} noticed, ${unexplained.length} not explained (${seconds} s).`,
);
if (unexplained.length + shortened.length + inexact.length > 0) process.exitCode = 1;
