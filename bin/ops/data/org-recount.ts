import type { Command } from "commander";
import { type NumberCorrection, recountOrganization } from "../../../core/data/recount.ts";
import { operator } from "../audited.ts";
import { noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { printList } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";

export function addRecount(noun: Command): void {
  addVerb(noun, {
    name: "recount",
    effect: "changes",
    summary: "Corrects an organization's numbers of counters, groups, alerts, members and owners",
    example: "org recount org_0123456789ABCDEFGHIJ --local",
  })
    .argument("<org>", "its id")
    .addHelpText("after", explanation)
    .action((organizationId: string, options: VerbOptions) =>
      withStores(options, async (stores) => {
        const recount = await recountOrganization(stores, organizationId, operator());
        if (recount.result !== "recounted") throw noSuchOrganization(organizationId);
        printList(options, recount.corrected.map(shown), {
          columns: ["id", "number", "before", "after"],
          whenEmpty: "All numbers were right: there is nothing to correct.",
        });
      }),
    );
}

const explanation = `
Compares the numbers that the organization stores, and the numbers of alerts that its counters and
groups store, with what exists, and corrects those that are wrong. It changes nothing else, people can
go on working meanwhile, and running it again is safe. If counters, groups, alerts or
members are lost, restore them first: otherwise the smaller numbers are stored as the right ones. Totals
of groups are corrected by: counting group recount.`;

function shown({ id, number, before, after }: NumberCorrection) {
  return { id, number, before, after };
}
