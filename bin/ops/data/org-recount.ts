import type { Command } from "commander";
import { type NumberCorrection, recountOrganization } from "../../../core/data/recount.ts";
import { findOrganizationName } from "../../../core/organization-id.ts";
import { type Change, nothingChanged, recordBreakOff, recordChange } from "../audited.ts";
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
        const name = await findOrganizationName(stores, organizationId);
        if (name === undefined) throw noSuchOrganization(organizationId);
        const corrected: NumberCorrection[] = [];
        const change = () => changeBy(corrected, { organizationId, name });
        const work = recountOrganization(stores, organizationId, (more) => corrected.push(...more));
        const result = await recordBreakOff(work, change);
        const done = change();
        if (done === undefined) nothingChanged();
        else await recordChange(done);
        if (result === "no_such_organization") throw noSuchOrganization(organizationId);
        printList(options, corrected.map(shown), {
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

/** Undefined when nothing was corrected. Counters and groups are counted: there may be thousands. */
function changeBy(
  corrected: NumberCorrection[],
  { organizationId, name }: { organizationId: string; name: string },
): Change | undefined {
  if (corrected.length === 0) return undefined;
  const own = corrected.filter(({ item }) => item === "organization" || item === "roster");
  const counters = corrected.filter(({ item }) => item === "counter").length;
  const groups = corrected.filter(({ item }) => item === "group").length;
  return {
    organizationId,
    target: { kind: "organization", id: organizationId, name },
    // If a number was corrected twice: from the first value to the last one.
    before: Object.fromEntries(own.toReversed().map(({ number, before }) => [number, before])),
    after: {
      ...Object.fromEntries(own.map(({ number, after }) => [number, after])),
      ...(counters > 0 && { correctedCounters: counters }),
      ...(groups > 0 && { correctedGroups: groups }),
    },
  };
}
