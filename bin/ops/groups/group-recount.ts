import type { Command } from "commander";
import { failingOnDamaged } from "../../../adapters/aws/damaged-items.ts";
import { levelOf } from "../../../core/groups/group.ts";
import { type Recount, recountGroup } from "../../../core/groups/settings/recount.ts";
import { runningAudit } from "../../../core/members/running-audit.ts";
import { operator } from "../audited.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { plural, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { groupSummary } from "./format-group.ts";
import { noSuchGroupOrOwner } from "./group-errors.ts";

export function addRecount(noun: Command): void {
  addVerb(noun, {
    name: "recount",
    effect: "changes",
    summary: "Corrects the total of a group by the counts of its counters",
    example: "group recount --org org_0123456789ABCDEFGHIJ grp_0123456789ABCDEFGHIJ --local",
  })
    .argument("<group>", "its id")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .addHelpText("after", consequences)
    .action((groupId: string, options: VerbOptions & { org: string }) =>
      withStores(options, async (stores) => {
        const key = { organizationId: options.org, groupId };
        const audit = runningAudit(stores, operator(), "group.recount");
        const recount = await failingOnDamaged(() => recountGroup(stores, key, audit));
        if (recount.result !== "recounted") throw noSuchGroupOrOwner(recount, key);
        const { group, outdated, missing, orphaned } = recount;
        const difference = levelOf(recount.difference);
        const corrections = { outdated, missing, orphaned };
        const record = { ...groupSummary(group), difference, ...corrections };
        printRecord(options, record, sentences(recount));
      }),
    );
}

const consequences = `
The total is exact by itself once all counts are evaluated. A recount that finds a difference while
people count has usually found counts that were not yet evaluated: it includes them, and they fire no
alert; the next count decides. The states of the group's alerts stay as they are.

  difference  by how much the total was too low (negative: too high)
  outdated    counters whose newest count the total did not contain
  missing     counters of the group that were not in its total
  orphaned    counts in its total whose counter is not in the group`;

function sentences({ difference, outdated, missing, orphaned }: Recount): string[] {
  const corrected = outdated + missing + orphaned;
  if (difference === 0n && corrected === 0) return ["The total was right: there is no difference."];
  const counters = corrected === 0 ? [] : [`${plural(corrected, "counter")} corrected.`];
  if (difference === 0n) return ["The total was right.", ...counters];
  const size = (difference < 0n ? -difference : difference).toLocaleString("en");
  const side = difference > 0n ? "low" : "high";
  return [`The total was ${size} too ${side}; it is correct now.`, ...counters];
}
