import { Argument, type Command, Option } from "commander";
import { DayStartTime } from "../../../core/calendar.ts";
import { NewName } from "../../../core/display-name.ts";
import { type Language, languages } from "../../../core/languages.ts";
import { maximumApiKeys, maximumCounters } from "../../../core/limits.ts";
import { Plan } from "../../../core/organizations/organization.ts";
import {
  changeDayStart,
  changeLanguage,
  changePlan,
  changeTimeZone,
  createOrganization,
  type PlanChange,
  renameOrganization,
} from "../../../core/organizations/organization-changes.ts";
import { planIncludesAlerts } from "../../../core/organizations/plan.ts";
import { defaultTimeZone } from "../../../core/time-zone.ts";
import { TimeZone } from "../../../core/time-zone-name.ts";
import { operator } from "../audited.ts";
import { noSuchOrganization, requireOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { hint } from "../terminal/invocation.ts";
import { optionValue } from "../terminal/option-value.ts";
import { notice, plural, printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";

export function addOrganizationVerbs(noun: Command): void {
  noun.description("Organizations.");
  addCreate(noun);
  addList(noun);
  addShow(noun);
  addRename(noun);
  addSetTimeZone(noun);
  addSetDayStart(noun);
  addSetLanguage(noun);
  addSetPlan(noun);
}

function addCreate(noun: Command): void {
  addVerb(noun, {
    name: "create",
    effect: "changes",
    summary: "Creates an organization",
    example: 'org create --local --name "City Museum" --plan pro',
  })
    .requiredOption("--name <name>", "its name", optionValue(NewName))
    .addOption(new Option("--plan <plan>", "its plan").choices(Plan.options).makeOptionMandatory())
    .option("--time-zone <zone>", zoneMeaning, optionValue(TimeZone), defaultTimeZone)
    .action((options: VerbOptions & { name: string; plan: Plan; timeZone: string }) =>
      withStores(options, async (stores) => {
        printRecord(options, await createOrganization(stores, options, operator()));
      }),
    );
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    effect: "reads",
    summary: "Lists all organizations, sorted by name",
    example: "org list --local",
  }).action((options: VerbOptions) =>
    withStores(options, async (stores) => {
      printList(options, await stores.organizations.list(), {
        columns: ["id", "plan", "createdAt", "name"],
        whenEmpty: `There are no organizations yet; create one with: ${hint("org create", "--name", "NAME", "--plan", "pro")}`,
      });
      for (const { organizationId, name } of await stores.deletions.list()) {
        const command = hint("org delete", organizationId);
        notice(`note: the deletion of "${name}" is not finished; to continue it: ${command}`);
      }
    }),
  );
}

function addShow(noun: Command): void {
  addVerb(noun, {
    name: "show",
    effect: "reads",
    summary: "Shows an organization",
    example: "org show org_0123456789ABCDEFGHIJ --local",
  })
    .argument("<org>", "its id")
    .action((organizationId: string, options: VerbOptions) =>
      withStores(options, async (stores) => {
        const record = await requireOrganization(stores, organizationId);
        const keyCount = Object.keys(record.apiKeys).length;
        printRecord(options, record.organization, [
          `It has ${keyCount} of ${maximumApiKeys} API keys and ` +
            `${plural(record.counterCount, "counter")} of ${maximumCounters.toLocaleString("en")}, ` +
            "archived ones included.",
        ]);
      }),
    );
}

function addRename(noun: Command): void {
  addVerb(noun, {
    name: "rename",
    effect: "changes",
    summary: "Changes the name of an organization",
    example: 'org rename org_0123456789ABCDEFGHIJ "City Museum" --local',
  })
    .argument("<org>", "its id")
    .argument("<name>", "its new name", optionValue(NewName))
    .action((organizationId: string, name: string, options: VerbOptions) =>
      withStores(options, async (stores) => {
        const renaming = await renameOrganization(stores, { organizationId, name }, operator());
        if (renaming.result !== "renamed") throw noSuchOrganization(organizationId);
        printRecord(options, renaming.organization);
      }),
    );
}

const zoneMeaning = "the zone in which its days and hours begin, such as Europe/Berlin";

function addSetTimeZone(noun: Command): void {
  addVerb(noun, {
    name: "set-time-zone",
    effect: "changes",
    summary: "Changes the zone in which an organization's days and hours begin",
    example: "org set-time-zone org_0123456789ABCDEFGHIJ Europe/Berlin --local",
  })
    .argument("<org>", "its id")
    .argument("<zone>", "its new time zone, an IANA name", optionValue(TimeZone))
    .action((organizationId: string, timeZone: string, options: VerbOptions) =>
      withStores(options, async (stores) => {
        const change = await changeTimeZone(stores, { organizationId, timeZone }, operator());
        if (change.result !== "changed") throw noSuchOrganization(organizationId);
        printRecord(options, change.organization, [
          "Charts of what was counted before keep their days and hours. To draw them anew: " +
            hint("data repair", "--org", organizationId),
        ]);
      }),
    );
}

function addSetDayStart(noun: Command): void {
  addVerb(noun, {
    name: "set-day-start",
    effect: "changes",
    summary: "Changes the time at which an organization's days start",
    example: "org set-day-start org_0123456789ABCDEFGHIJ 04:00 --local",
  })
    .argument("<org>", "its id")
    .argument("<time>", "a quarter-hour in its time zone, such as 04:00", optionValue(DayStartTime))
    .action((organizationId: string, dayStart: DayStartTime, options: VerbOptions) =>
      withStores(options, async (stores) => {
        const change = await changeDayStart(stores, { organizationId, dayStart }, operator());
        if (change.result !== "changed") throw noSuchOrganization(organizationId);
        const { organization } = change;
        const from = organization.dayStarts?.at(-1)?.from;
        printRecord(options, organization, [
          `Days start at ${dayStart}${from === undefined ? "" : `, first on ${from}`}. Earlier days stay as they are.`,
        ]);
      }),
    );
}

function addSetLanguage(noun: Command): void {
  addVerb(noun, {
    name: "set-language",
    effect: "changes",
    summary: "Changes the language of an organization's embeds and screens",
    example: "org set-language org_0123456789ABCDEFGHIJ de --local",
  })
    .argument("<org>", "its id")
    .addArgument(new Argument("<language>", "its new language").choices(languages))
    .action((organizationId: string, language: Language, options: VerbOptions) =>
      withStores(options, async (stores) => {
        const change = await changeLanguage(stores, { organizationId, language }, operator());
        if (change.result !== "changed") throw noSuchOrganization(organizationId);
        printRecord(options, change.organization);
      }),
    );
}

function addSetPlan(noun: Command): void {
  addVerb(noun, {
    name: "set-plan",
    effect: "changes",
    summary: "Changes the plan of an organization and the request limits of its keys with it",
    example: "org set-plan org_0123456789ABCDEFGHIJ enterprise --local",
  })
    .argument("<org>", "its id")
    .addArgument(new Argument("<plan>", "its new plan").choices(Plan.options))
    .action((organizationId: string, plan: Plan, options: VerbOptions) =>
      withStores(options, async (stores) => {
        const change = await changePlan(stores, { organizationId, plan }, operator());
        if (change.result !== "changed") throw noSuchOrganization(organizationId);
        printRecord(options, change.organization);
        if (plan === "free") noticeOnFreePlan(change);
        noticeOnAlerts(change);
      }),
    );
}

/** Alerts are evaluated only on Enterprise; a change of plan takes effect at once. */
function noticeOnAlerts({ organization, planBefore, alertCount }: PlanChange): void {
  const [before, after] = [planBefore, organization.plan].map(planIncludesAlerts);
  if (alertCount === 0 || before === after) return;
  const one = alertCount === 1;
  if (after) {
    notice(
      `note: its ${plural(alertCount, "alert")} ${one ? "is" : "are"} evaluated again; ` +
        `${one ? "it starts" : "each starts"} from the current level, and fires nothing if that is ` +
        "at or above the threshold already",
    );
    return;
  }
  notice(
    `warning: its ${plural(alertCount, "alert")} ${one ? "is" : "are"} no longer evaluated: ` +
      `${one ? "it is" : "they are"} kept, but ${one ? "fires" : "fire"} nothing until the ` +
      "organization is on Enterprise again",
  );
}

function noticeOnFreePlan({ apiKeyCount, endpointCount }: PlanChange): void {
  if (apiKeyCount > 0) {
    notice("warning: on the free plan the read API refuses the organization's keys");
  }
  if (endpointCount > 0) {
    const receive = endpointCount === 1 ? "receives" : "receive";
    notice(
      `warning: its ${plural(endpointCount, "endpoint")} ${receive} nothing from now on; ` +
        "waiting deliveries end",
    );
  }
}
