import { type Command, Option } from "commander";
import * as z from "zod";
import { alertsAsleepAfter } from "../../../core/alerts/sleeping-alerts.ts";
import { NewName } from "../../../core/display-name.ts";
import {
  Capacity,
  chartedGroup,
  type GroupSettings,
  levelOf,
  type StoredGroup,
} from "../../../core/groups/group.ts";
import { createGroup, listGroups, showGroup } from "../../../core/groups/group-changes.ts";
import { updateGroup } from "../../../core/groups/group-edit.ts";
import { wholeNumber } from "../../../core/number-text.ts";
import { asleep } from "../alerts/format-alert.ts";
import { operator } from "../audited.ts";
import { printedToday } from "../counters/printed-today.ts";
import { noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { onlyForMembers, usageError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, printJson, printList, printRecord, printText } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { addDelete } from "./group-delete.ts";
import { groupLimitReached, noSuchGroupOrOwner } from "./group-errors.ts";
import { addReset } from "./group-reset.ts";

export function addGroupVerbs(noun: Command): void {
  noun.description(
    "Groups: counters whose counts add up to one total, such as all gates of a hall.",
  );
  addCreate(noun);
  addList(noun);
  addShow(noun);
  addUpdate(noun);
  addReset(noun);
  addDelete(noun);
}

type GroupOptions = VerbOptions & { org: string };

const nameOption = () => new Option("--name <name>", "its name").argParser(optionValue(NewName));

const capacityOption = () =>
  new Option(
    "--capacity <n>",
    "the total at which the group is full, which its alerts use",
  ).argParser(optionValue(z.pipe(wholeNumber, Capacity)));

/** A group as list and the verbs that change it print it. */
function groupSummary(group: StoredGroup) {
  const { id, name, capacity, total, memberCount, alertCount, createdAt } = group;
  const counts = { total: levelOf(total), counterCount: memberCount, alertCount };
  return { id, name, capacity, ...counts, createdAt };
}

function addCreate(noun: Command): void {
  addVerb(noun, {
    name: "create",
    effect: "changes",
    summary: "Creates a group; works on every plan",
    example: 'group create --org org_0123456789ABCDEFGHIJ --name "Hall 3" --capacity 800 --local',
  })
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .addOption(nameOption().makeOptionMandatory())
    .addOption(capacityOption())
    .action((options: GroupOptions & { name: string; capacity?: number }) =>
      withStores(options, async (stores) => {
        const { org, name, capacity = null } = options;
        const setup = { organizationId: org, group: { name, capacity } };
        const creation = await createGroup(stores, setup, operator());
        if (creation.result === "no_such_organization") throw noSuchOrganization(org);
        if (creation.result === "forbidden") throw onlyForMembers();
        if (creation.result !== "created") throw groupLimitReached(org);
        const { group } = creation;
        printRecord(options, groupSummary(group), [
          "To put a counter into it:",
          `  ${hint("counter update", "--org", org, "COUNTER", "--group", group.id)}`,
        ]);
      }),
    );
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    effect: "reads",
    summary: "Lists the groups of an organization, sorted by name",
    example: "group list --org org_0123456789ABCDEFGHIJ --local",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .action((options: GroupOptions) =>
      withStores(options, async (stores) => {
        const { org } = options;
        const listing = await listGroups(stores, org);
        if (listing.result !== "listed") throw noSuchOrganization(org);
        const create = hint("group create", "--org", org, "--name", "NAME");
        printList(options, listing.groups.map(groupSummary), {
          columns: ["id", "total", "capacity", "counterCount", "alertCount", "name"],
          whenEmpty: `The organization has no groups; create one with: ${create}`,
        });
      }),
    );
}

function addShow(noun: Command): void {
  addVerb(noun, {
    name: "show",
    effect: "reads",
    summary: "Shows a group with its total and its counters",
    example: "group show --org org_0123456789ABCDEFGHIJ grp_0123456789ABCDEFGHIJ --local",
  })
    .argument("<group>", "its id")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .addHelpText("after", aboutTotal)
    .action((groupId: string, options: GroupOptions) =>
      withStores(options, async (stores) => {
        const key = { organizationId: options.org, groupId };
        const shown = await showGroup(stores, key);
        if (shown.result !== "found") throw noSuchGroupOrOwner(shown, key);
        const counters = shown.counters.map(({ id, name, count }) => ({ id, name, count }));
        const { id, name, capacity, total } = shown.group;
        const group = { id, name, capacity, total: levelOf(total) };
        const target = { organizationId: options.org, targetId: groupId };
        const { today, sentence } = await printedToday(stores, target, chartedGroup(shown.group));
        if (options.json) return printJson({ ...group, today, counters });
        printRecord(options, group, [sentence]);
        printText("");
        printList(options, counters, {
          columns: ["id", "count", "name"],
          whenEmpty: `No counter is in the group; add one with: ${hint("counter update", "--org", options.org, "COUNTER", "--group", groupId)}`,
        });
      }),
    );
}

const aboutTotal = `
The total includes counts once they are evaluated, a moment after they are counted; the counts of the
counters are current.`;

function addUpdate(noun: Command): void {
  addVerb(noun, {
    name: "update",
    effect: "changes",
    summary: "Changes the name or the capacity of a group",
    example:
      "group update --org org_0123456789ABCDEFGHIJ grp_0123456789ABCDEFGHIJ --capacity 900 --local",
  })
    .argument("<group>", "its id")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .addOption(nameOption())
    .addOption(capacityOption())
    .option("--no-capacity", "removes its capacity")
    .action((groupId: string, options: GroupOptions & ChangeOptions) => {
      const settings = settingsOf(options);
      if (Object.keys(settings).length === 0)
        throw usageError("give at least one setting to change");
      return withStores(options, async (stores) => {
        const key = { organizationId: options.org, groupId };
        const update = await updateGroup(stores, { key, settings }, operator());
        if (update.result === "forbidden") throw onlyForMembers();
        if (!("group" in update)) throw noSuchGroupOrOwner(update, key);
        const { group } = update;
        printRecord(options, groupSummary(group));
        if (update.result === "unchanged") return;
        const changed = { target: group, before: update.before.capacity, after: group.capacity };
        const sleeping = await alertsAsleepAfter(stores, changed);
        for (const line of asleep(sleeping, "the group has a capacity again")) notice(line);
      });
    });
}

/** As commander parses them; `false` is what --no-capacity sets. */
interface ChangeOptions {
  name?: string;
  capacity?: number | false;
}

function settingsOf({ name, capacity }: ChangeOptions): GroupSettings {
  return {
    ...(name !== undefined && { name }),
    ...(capacity !== undefined && { capacity: capacity === false ? null : capacity }),
  };
}
