import type { Command } from "commander";
import { counterPorts } from "../../../adapters/counters/counter-ports.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import {
  type CounterSettings,
  newCounter,
  newCounterId,
  sortCounters,
} from "../../../core/counters/counter.ts";
import { updateSettings } from "../../../core/counters/counting.ts";
import { maximumCounters } from "../../../core/organizations/organization.ts";
import {
  noSuchCounter,
  noSuchOrganization,
  requireCounter,
  requireOrganization,
} from "../organizations/lookup.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { OperatorError, usageError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { addImport } from "./counter-import.ts";
import { addTap } from "./counter-tap.ts";
import {
  addChangeOptions,
  addSettingOptions,
  type SettingOptions,
  settingsOf,
} from "./settings.ts";

export function counterNoun(program: Command): Command {
  const noun = program.command("counter").summary("counters").description("Counters.");
  addCreate(noun);
  addList(noun);
  addShow(noun);
  addUpdate(noun);
  addTap(noun);
  addImport(noun);
  return noun;
}

type CounterOptions = VerbOptions & { org: string };

function addCreate(noun: Command): void {
  const verb = addVerb(noun, {
    name: "create",
    summary: "Creates a counter",
    example: 'counter create --org org_0123456789ABCDEFGHIJ --name "North gate" --goal 500 --local',
  }).requiredOption("--org <org>", "id of its organization", optionValue(notBlank));
  addSettingOptions(verb, { nameRequired: true }).action(
    (options: CounterOptions & SettingOptions & { name: string }) =>
      withPorts(options, counterPorts, async (stores) => {
        await requireOrganization(stores, options.org);
        const key = { organizationId: options.org, counterId: newCounterId(randomBase62) };
        const setup = { ...settingsOf(options), name: options.name };
        const counter = newCounter(setup, key, stores.clock.now());
        const { outcome } = await stores.counterCreator.create([counter]);
        if (outcome === "no_such_organization") throw noSuchOrganization(options.org);
        if (outcome === "limit_reached") throw limitReached(options.org);
        printRecord(options, counter);
      }),
  );
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    summary: "Lists the counters of an organization by name",
    example: "counter list --org org_0123456789ABCDEFGHIJ --local",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .action((options: CounterOptions) =>
      withPorts(options, counterPorts, async (stores) => {
        await requireOrganization(stores, options.org);
        printList(options, sortCounters(await stores.counters.list(options.org)), {
          columns: ["id", "count", "mode", "groupId", "locked", "updatedAt", "name"],
          whenEmpty: `The organization has no counters yet; create one with: ${hint("counter create", "--org", options.org, "--name", "NAME")}`,
        });
      }),
    );
}

function addShow(noun: Command): void {
  addVerb(noun, {
    name: "show",
    summary: "Shows a counter",
    example: "counter show --org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ --local",
  })
    .argument("<counter>", "its id")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((counterId: string, options: CounterOptions) =>
      withPorts(options, counterPorts, async (stores) => {
        const key = { organizationId: options.org, counterId };
        printRecord(options, await requireCounter(stores, key));
      }),
    );
}

function addUpdate(noun: Command): void {
  const verb = addVerb(noun, {
    name: "update",
    summary: "Changes settings of a counter; what is not given stays as it is",
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
      return withPorts(options, counterPorts, async (stores) => {
        const key = { organizationId: options.org, counterId };
        await requireCounter(stores, key);
        const request = { key, settings };
        const counter = await updateSettings(stores.counting, stores.clock, request);
        if (counter === undefined) throw noSuchCounter(key);
        printRecord(options, counter);
      });
    },
  );
}

function limitReached(organizationId: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} has its ${maximumCounters.toLocaleString("en")} counters ` +
      "already; use one of them, or another organization",
    { code: "LIMIT_REACHED" },
  );
}
