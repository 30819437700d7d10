import type { Command } from "commander";
import { failingOnDamaged } from "../../../adapters/aws/damaged-items.ts";
import type { Stores } from "../../../adapters/stores.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import type { GroupKey } from "../../../core/groups/group.ts";
import type { DeletedGroup } from "../../../core/groups/group-audit.ts";
import { showGroup } from "../../../core/groups/group-changes.ts";
import { deleteGroup } from "../../../core/groups/settings/delete-group.ts";
import { operator } from "../audited.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirm } from "../terminal/confirmation.ts";
import { OperatorError, onlyForMembers } from "../terminal/failure.ts";
import { interruptible } from "../terminal/interruption.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { idsAndNames, plural, printRecord } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";
import { noSuchGroupOrOwner } from "./group-errors.ts";

type DeleteOptions = VerbOptions & ConfirmOptions & { org: string; ungroup?: boolean };

export function addDelete(noun: Command): void {
  const verb = addVerb(noun, {
    name: "delete",
    effect: "changes",
    summary: "Deletes a group and its alerts; its counters stay",
    example: "group delete --org org_0123456789ABCDEFGHIJ grp_0123456789ABCDEFGHIJ --local",
  });
  addYesOption(verb)
    .argument("<group>", "its id")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .option("--ungroup", "takes its counters out of it first; they stay as they are")
    .action((groupId: string, options: DeleteOptions) =>
      withStores(options, async (stores) => {
        const { org: organizationId, ungroup = false } = options;
        const key = { organizationId, groupId };
        await confirm(options, () => question(stores, key, ungroup));
        const { deletion, exitCode } = await interruptible(async (interruption) => {
          const isStopped = () => interruption.signal !== undefined;
          const request = { key, ungroup, by: operator() };
          const deletion = await withProgress("counter", (onProgress) =>
            failingOnDamaged(() => deleteGroup(stores, request, { onProgress, isStopped })),
          );
          return { deletion, exitCode: interruption.exitCode };
        });
        switch (deletion.result) {
          case "deleted":
            return printRecord(options, record(deletion), sentences(deletion));
          case "has_counters":
            throw hasCounters(key, deletion.counters);
          case "stopped":
            throw interrupted(deletion, exitCode);
          case "forbidden":
            throw onlyForMembers();
          default:
            throw noSuchGroupOrOwner(deletion, key);
        }
      }),
    );
}

async function question(stores: Stores, key: GroupKey, ungroup: boolean): Promise<string> {
  const shown = await showGroup(stores, key);
  if (shown.result !== "found") throw noSuchGroupOrOwner(shown, key);
  const { group, counters } = shown;
  if (counters.length > 0 && !ungroup) throw hasCounters(key, counters);
  const { organizationId, groupId } = key;
  const alerts = await stores.alerts.on({ organizationId, targetId: groupId });
  const list = idsAndNames(alerts).join(", ");
  return [
    `delete the group ${groupId} ("${group.name}")`,
    ...(counters.length > 0 ? [`take ${plural(counters.length, "counter")} out of it`] : []),
    ...(alerts.length > 0 ? [`delete its ${plural(alerts.length, "alert")}: ${list}`] : []),
  ].join(", ");
}

function record({ group: { id, name }, alerts, ungrouped }: DeletedGroup) {
  const deletedAlerts = alerts.map((alert) => ({ id: alert.id, name: alert.name }));
  return { id, name, deleted: true, ungrouped, deletedAlerts };
}

function sentences({ alerts, ungrouped }: DeletedGroup): string[] {
  const counters =
    ungrouped === 0
      ? []
      : [`${plural(ungrouped, "counter")} ${ungrouped === 1 ? "is" : "are"} in no group now.`];
  if (alerts.length === 0) return ["The group is deleted.", ...counters];
  return [
    `The group is deleted, and its ${plural(alerts.length, "alert")}:`,
    ...idsAndNames(alerts).map((line) => `  ${line}`),
    ...counters,
  ];
}

function hasCounters({ organizationId, groupId }: GroupKey, counters: StoredCounter[]) {
  const ungroup = hint("group delete", "--org", organizationId, groupId, "--ungroup");
  return new OperatorError(
    `the group ${groupId} has ${plural(counters.length, "counter")}; to take them out of it and ` +
      `delete it: ${ungroup}`,
    { code: "CONFLICT", details: idsAndNames(counters) },
  );
}

function interrupted(
  { ungrouped, counters }: { ungrouped: number; counters: number },
  exitCode: number,
): OperatorError {
  return new OperatorError(
    `interrupted: ${ungrouped.toLocaleString("en")} of ${plural(counters, "counter")} were taken ` +
      "out of the group; it was not deleted. Run the same command again to continue",
    { exitCode },
  );
}
