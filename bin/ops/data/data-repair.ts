import type { Command } from "commander";
import type { Stores } from "../../../adapters/stores.ts";
import { isOrganizationId } from "../../../core/organization-id.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { usageError } from "../terminal/failure.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { plural, printJson, printList, printText } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { repairEach, type Scope } from "./repair-each.ts";

type RepairOptions = VerbOptions & {
  org?: string;
  group?: string;
  counter?: string;
  all?: boolean;
  resume?: string;
};

export function addRepair(noun: Command): void {
  addVerb(noun, {
    name: "repair",
    effect: "changes",
    summary: "Computes anew what follows from other data: numbers, totals and charts",
    example: "data repair --org org_0123456789ABCDEFGHIJ --local",
  })
    .option("--org <org>", "all that one organization has", optionValue(notBlank))
    .option("--group <group>", "with --org: only the total of this group", optionValue(notBlank))
    .option(
      "--counter <counter>",
      "with --org: only the charts of this counter",
      optionValue(notBlank),
    )
    .option("--all", "every organization")
    .option("--resume <position>", "continue where a run was interrupted", optionValue(notBlank))
    .addHelpText("after", explanation)
    .action((given: RepairOptions, verb: Command) => {
      // What `counting use` keeps does not narrow --all.
      const isKept = verb.getOptionValueSource("org") === "config";
      const { org, ...options } = given;
      const chosen = options.all && isKept ? options : given;
      requireSensible(chosen);
      return withStores(given, async (stores) => {
        const scopes = await scopesOf(stores, chosen);
        const { corrected, ...sum } = await repairEach(stores, scopes);
        if (given.json) return printJson({ corrected, ...sum });
        printList(given, corrected, {
          columns: ["id", "number", "before", "after"],
          whenEmpty: "All numbers were right: there is nothing to correct.",
        });
        const { counters, events, marks } = sum;
        printText(
          `\nCharts of ${plural(counters, "counter")}: ${plural(events, "event")} read, ` +
            `${plural(marks, "mark")} written.`,
        );
      });
    });
}

const explanation = `
Corrects an organization's numbers of counters, groups, alerts, members and owners; the totals of its
groups, by the counts of their counters; and the marks from which charts of counters are drawn, by the
whole history of each. Charts of groups stay as they are. A restore ends with it. Needed besides after a
change of the time zone, where the marks of a counter are missing, and where evaluations were lost.
If items are lost, restore them first: otherwise the smaller numbers are stored as the right ones.
People can go on working, running it again is safe, and no alert fires: the next count decides.`;

function requireSensible({ org, group, counter, all, resume }: RepairOptions): void {
  if ((org === undefined) === (all !== true)) throw usageError("give either --org or --all");
  const narrowed = [group, counter].filter((one) => one !== undefined).length;
  if (all && narrowed > 0) throw usageError("--group and --counter go with --org");
  if (narrowed > 1) throw usageError("give --group or --counter, not both");
  if (narrowed > 0 && resume !== undefined) {
    throw usageError("--resume continues a whole organization, or --all");
  }
  const [of = ""] = resume?.split("/") ?? [];
  if (resume !== undefined && (!isOrganizationId(of) || (org !== undefined && org !== of))) {
    throw usageError("--resume is not a position of this command");
  }
}

async function scopesOf(
  { organizations }: Stores,
  { org, group, counter, resume = "" }: RepairOptions,
): Promise<Scope[]> {
  const [first = "", from] = resume.split("/");
  if (org !== undefined) {
    return [{ organizationId: org, groupId: group, counterId: counter, from, isOnly: true }];
  }
  const ids = (await organizations.list()).map(({ id }) => id).filter((id) => id >= first);
  return ids.toSorted().map((id) => ({
    ...{ organizationId: id, from: id === first ? from : undefined },
  }));
}
