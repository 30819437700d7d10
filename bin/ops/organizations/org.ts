import { Argument, type Command, Option } from "commander";
import { organizationPorts } from "../../../adapters/organizations/organization-ports.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import {
  maximumApiKeys,
  maximumCounters,
  newOrganization,
  Organization,
  Plan,
} from "../../../core/organizations/organization.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { hint } from "../terminal/invocation.ts";
import { optionValue } from "../terminal/option-value.ts";
import { notice, plural, printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { noSuchOrganization, requireOrganization } from "./lookup.ts";

export function organizationNoun(program: Command): Command {
  const noun = program.command("org").summary("organizations").description("Organizations.");
  addCreate(noun);
  addList(noun);
  addShow(noun);
  addSetPlan(noun);
  return noun;
}

function addCreate(noun: Command): void {
  addVerb(noun, {
    name: "create",
    summary: "Creates an organization",
    example: 'org create --local --name "City Museum" --plan pro',
  })
    .requiredOption("--name <name>", "its name", optionValue(Organization.shape.name))
    .addOption(new Option("--plan <plan>", "its plan").choices(Plan.options).makeOptionMandatory())
    .action((options: VerbOptions & { name: string; plan: Plan }) =>
      withPorts(options, organizationPorts, async (stores) => {
        const nowMs = stores.clock.now();
        const organization = newOrganization(options, { nowMs, randomBase62 });
        await stores.organizations.create(organization);
        printRecord(options, organization);
      }),
    );
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    summary: "Lists all organizations by name",
    example: "org list --local",
  }).action((options: VerbOptions) =>
    withPorts(options, organizationPorts, async (stores) => {
      printList(options, await stores.organizations.list(), {
        columns: ["id", "plan", "createdAt", "name"],
        whenEmpty: `There are no organizations yet; create one with: ${hint("org create", "--name", "NAME", "--plan", "pro")}`,
      });
    }),
  );
}

function addShow(noun: Command): void {
  addVerb(noun, {
    name: "show",
    summary: "Shows an organization",
    example: "org show org_0123456789ABCDEFGHIJ --local",
  })
    .argument("<org>", "its id")
    .action((organizationId: string, options: VerbOptions) =>
      withPorts(options, organizationPorts, async (stores) => {
        const record = await requireOrganization(stores, organizationId);
        const keyCount = Object.keys(record.apiKeys).length;
        printRecord(options, record.organization, [
          `It has ${keyCount} of ${maximumApiKeys} API keys and ` +
            `${plural(record.counterCount, "counter")} of ${maximumCounters.toLocaleString("en")}.`,
        ]);
      }),
    );
}

function addSetPlan(noun: Command): void {
  addVerb(noun, {
    name: "set-plan",
    summary: "Changes the plan of an organization and the request limits of its keys with it",
    example: "org set-plan org_0123456789ABCDEFGHIJ enterprise --local",
  })
    .argument("<org>", "its id")
    .addArgument(new Argument("<plan>", "its plan from now on").choices(Plan.options))
    .action((organizationId: string, plan: Plan, options: VerbOptions) =>
      withPorts(options, organizationPorts, async (stores) => {
        const { apiKeys, endpointIds } = await requireOrganization(stores, organizationId);
        const organization = await stores.plans.set(organizationId, plan);
        if (organization === undefined) throw noSuchOrganization(organizationId);
        printRecord(options, organization);
        if (plan !== "free") return;
        if (Object.keys(apiKeys).length > 0) {
          notice("warning: on the free plan the read API refuses the organization's keys");
        }
        if (endpointIds.size > 0) {
          const receive = endpointIds.size === 1 ? "receives" : "receive";
          notice(
            `warning: its ${plural(endpointIds.size, "endpoint")} ${receive} nothing from now on; ` +
              "pending deliveries end",
          );
        }
      }),
    );
}
