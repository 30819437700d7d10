import type { Command } from "commander";
import { type AdoptionResult, adoptGroup } from "../../../core/groups/settings/adopt-group.ts";
import { operator } from "../audited.ts";
import { noSuchGroup, noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { OperatorError, onlyForMembers } from "../terminal/failure.ts";
import { interruptible } from "../terminal/interruption.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { plural, printRecord } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";
import { groupSummary } from "./format-group.ts";
import { groupLimitReached } from "./group-errors.ts";
import { capacityOption, nameOption } from "./settings.ts";

type AdoptOptions = VerbOptions & { org: string; name: string; capacity?: number };

export function addAdopt(noun: Command): void {
  addVerb(noun, {
    name: "adopt",
    effect: "changes",
    summary: "Turns the free-text group id that counters have from an older version into a group",
    example: 'group adopt --org org_0123456789ABCDEFGHIJ hall-3 --name "Hall 3" --local',
  })
    .argument("<old>", "the free-text id")
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .addOption(nameOption().makeOptionMandatory())
    .addOption(capacityOption())
    .addHelpText("after", consequences)
    .action((oldId: string, options: AdoptOptions) =>
      withStores(options, async (stores) => {
        const { org: organizationId, name, capacity = null } = options;
        const request = { organizationId, oldId, setup: { name, capacity }, by: operator() };
        const { adoption, exitCode } = await interruptible(async (interruption) => {
          const isStopped = () => interruption.signal !== undefined;
          const adoption = await withProgress("counter", (onProgress) =>
            adoptGroup(stores, request, { onProgress, isStopped }),
          );
          return { adoption, exitCode: interruption.exitCode };
        });
        if (adoption.result !== "adopted") {
          throw notAdopted(adoption, { organizationId, oldId, exitCode });
        }
        printRecord(options, groupSummary(adoption.group), sentences(adoption));
      }),
    );
}

const consequences = `
The counters that have the text get the id of the group instead. The same command again continues
after an interruption, with the same group. Archived counters keep the text; once they are restored,
the same command again adds them.`;

function sentences({ moved, existed, group }: AdoptionResult & { result: "adopted" }): string[] {
  const joined = `${plural(moved, "counter")} joined the group.`;
  return existed
    ? [joined, `The group existed already, as "${group.name}"; its name and capacity stay.`]
    : [joined];
}

function notAdopted(
  adoption: Exclude<AdoptionResult, { result: "adopted" }>,
  { organizationId, oldId, exitCode }: { organizationId: string; oldId: string; exitCode: number },
): Error {
  switch (adoption.result) {
    case "no_such_organization":
      return noSuchOrganization(organizationId);
    case "forbidden":
      return onlyForMembers();
    case "limit_reached":
      return groupLimitReached(organizationId);
    case "deleted_meanwhile":
      return noSuchGroup({ organizationId, groupId: adoption.groupId });
    case "is_group_id":
      return new OperatorError(
        `${oldId} has the form of a group's id: there is nothing to adopt; ` +
          `see: ${hint("group list", "--org", organizationId)}`,
        { code: "CONFLICT" },
      );
    case "nothing_to_adopt":
      return new OperatorError(
        `no counter in use of the organization ${organizationId} has the group id "${oldId}"; ` +
          `see: ${hint("counter list", "--org", organizationId)}`,
        { code: "NOT_FOUND" },
      );
    case "stopped":
      return new OperatorError(
        `interrupted: ${adoption.moved.toLocaleString("en")} of ` +
          `${plural(adoption.counters, "counter")} joined the group; run the same command again ` +
          "to move the rest",
        { exitCode },
      );
  }
}
