import type { Command } from "commander";
import type { Stores } from "../../../adapters/stores.ts";
import { alertsAsleepAfter } from "../../../core/alerts/sleeping-alerts.ts";
import { chartedCounter } from "../../../core/counters/charted.ts";
import type { CounterSettings, StoredCounter } from "../../../core/counters/counter.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import { createCounter } from "../../../core/counters/settings/counter-creation.ts";
import type { GroupKey } from "../../../core/groups/group.ts";
import { maximumCounters } from "../../../core/limits.ts";
import { sortByName } from "../../../core/list-order.ts";
import { asleep } from "../alerts/format-alert.ts";
import { operator } from "../audited.ts";
import {
  noSuchCounter,
  noSuchOrganization,
  requireCounter,
  requireOrganization,
  requireStoredCounter,
} from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { OperatorError, onlyForMembers, usageError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, printJson, printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { addReset, addSet } from "./counter-adjust.ts";
import { addArchive, addRestore } from "./counter-archive.ts";
import { addHistory } from "./counter-history.ts";
import { addImport } from "./counter-import.ts";
import { addTap } from "./counter-tap.ts";
import { printedCounter } from "./printed-counter.ts";
import { printedToday } from "./printed-today.ts";
import {
  addChangeOptions,
  addSettingOptions,
  type SettingOptions,
  settingsOf,
} from "./settings.ts";

export function addCounterVerbs(noun: Command): void {
  noun.description("Counters.");
  addCreate(noun);
  addList(noun);
  addShow(noun);
  addUpdate(noun);
  addTap(noun);
  addSet(noun);
  addReset(noun);
  addHistory(noun);
  addArchive(noun);
  addRestore(noun);
  addImport(noun);
}

type CounterOptions = VerbOptions & { org: string };

function addCreate(noun: Command): void {
  const verb = addVerb(noun, {
    name: "create",
    effect: "changes",
    summary: "Creates a counter",
    example: 'counter create --org org_0123456789ABCDEFGHIJ --name "North gate" --goal 500 --local',
  }).requiredOption("--org <org>", "id of its organization", optionValue(notBlank));
  addSettingOptions(verb, { nameRequired: true }).action(
    (options: CounterOptions & SettingOptions & { name: string }) =>
      withStores(options, async (stores) => {
        const settings = { ...settingsOf(options), name: options.name };
        const setup = { organizationId: options.org, settings };
        const creation = await createCounter(stores, setup, operator());
        if (creation.result === "no_such_organization") throw noSuchOrganization(options.org);
        if (creation.result === "no_such_group") {
          throw noGroupToJoin({ organizationId: options.org, groupId: creation.groupId });
        }
        if (creation.result === "forbidden") throw onlyForMembers();
        if (creation.result !== "created") throw limitReached(options.org);
        printRecord(options, printedCounter(creation.counter));
      }),
  );
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    effect: "reads",
    summary: "Lists the counters of an organization, sorted by name",
    example: "counter list --org org_0123456789ABCDEFGHIJ --local",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .option("--archived", "lists the archived counters instead of those in use")
    .action(({ archived = false, ...options }: CounterOptions & { archived?: boolean }) =>
      withStores(options, async (stores) => {
        await requireOrganization(stores, options.org);
        const all = await stores.storedCounters.list(options.org);
        const chosen = all.filter(({ archivedAt }) => (archivedAt !== undefined) === archived);
        const time = archived ? "archivedAt" : "updatedAt";
        printList(options, sortByName(chosen).map(printedCounter), {
          columns: ["id", "count", "mode", "groupId", "locked", time, "name"],
          whenEmpty: whenEmpty(options.org, { archived, others: all.length }),
        });
      }),
    );
}

function addShow(noun: Command): void {
  addVerb(noun, {
    name: "show",
    effect: "reads",
    summary: "Shows a counter",
    example: "counter show --org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ --local",
  })
    .argument("<counter>", "its id")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((counterId: string, options: CounterOptions) =>
      withStores(options, async (stores) => {
        const key = { organizationId: options.org, counterId };
        const counter = await requireStoredCounter(stores, key);
        const sentences = counter.archivedAt === undefined ? [] : [isArchived];
        const target = { organizationId: options.org, targetId: counterId };
        const { today, sentence } = await printedToday(stores, target, chartedCounter(counter));
        const printed = printedCounter(counter);
        if (options.json) return printJson({ ...printed, today });
        printRecord(options, printed, [sentence, ...sentences]);
      }),
    );
}

function addUpdate(noun: Command): void {
  const verb = addVerb(noun, {
    name: "update",
    effect: "changes",
    summary: "Changes settings of a counter; the others stay as they are",
    example:
      "counter update --org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ --locked true --local",
  })
    .argument("<counter>", "its id")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank));
  addChangeOptions(addSettingOptions(verb, { nameRequired: false })).action(
    (counterId: string, options: CounterOptions & SettingOptions) => {
      const settings: CounterSettings = settingsOf(options);
      if (Object.keys(settings).length === 0)
        throw usageError("give at least one setting to change");
      return withStores(options, async (stores) => {
        const key = { organizationId: options.org, counterId };
        await requireCounter(stores, key);
        const update = await updateSettings(stores, { key, settings }, operator());
        switch (update.result) {
          case "no_such_counter":
            throw noSuchCounter(key);
          case "no_such_group":
            throw noGroupToJoin({ organizationId: options.org, groupId: update.groupId });
          case "forbidden":
            throw onlyForMembers();
          case "updated":
            printRecord(options, printedCounter(update.counter));
            return await warnOfSleep(stores, update);
        }
      });
    },
  );
}

/** Alerts without a capacity of their own go by the counter's goal. */
async function warnOfSleep(
  stores: Pick<Stores, "alerts">,
  { before, counter }: { before: StoredCounter; counter: StoredCounter },
): Promise<void> {
  const changed = { target: counter, before: before.goalTarget, after: counter.goalTarget };
  const sleeping = await alertsAsleepAfter(stores, changed);
  for (const line of asleep(sleeping, "the counter has a goal that fits")) notice(line);
}

const isArchived =
  "The counter is archived: it is not listed, takes no taps, and its embeds show nothing.";

function whenEmpty(
  organizationId: string,
  { archived, others }: { archived: boolean; others: number },
): string {
  if (archived) return "The organization has no archived counters.";
  return others === 0
    ? `The organization has no counters yet; create one with: ${hint("counter create", "--org", organizationId, "--name", "NAME")}`
    : `All counters of the organization are archived; see: ${hint("counter list", "--org", organizationId, "--archived")}`;
}

function limitReached(organizationId: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} already has ${maximumCounters.toLocaleString("en")} counters, ` +
      "archived ones included, the maximum; use one of them, or another organization",
    { code: "LIMIT_REACHED" },
  );
}

/** A counter was to join a group that does not exist. */
function noGroupToJoin({ organizationId, groupId }: GroupKey): OperatorError {
  const org = ["--org", organizationId];
  return new OperatorError(
    `the organization ${organizationId} has no group with the id "${groupId}"; to see its groups: ` +
      `${hint("group list", ...org)}; to create one: ` +
      `${hint("group create", ...org, "--name", "NAME")}`,
    { code: "NOT_FOUND" },
  );
}
