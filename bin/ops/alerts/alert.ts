import type { Command } from "commander";
import type { Stores } from "../../../adapters/stores.ts";
import type { AlertRule } from "../../../core/alerts/alert.ts";
import { findAlert, listAlerts } from "../../../core/alerts/alert-lookup.ts";
import { bareRule, changeRule, ruleMistake } from "../../../core/alerts/alert-rule.ts";
import { createAlert } from "../../../core/alerts/manage-alerts.ts";
import { NewName } from "../../../core/display-name.ts";
import { operator } from "../audited.ts";
import { requireOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { usageError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { addDelete, addPause, addResume, addUpdate } from "./alert-change.ts";
import { alertRefused, noSuchAlert, ruleMistaken } from "./alert-errors.ts";
import { addFirings } from "./alert-firings.ts";
import { shownAlert, stateSentence } from "./format-alert.ts";
import { addRuleOptions, type RuleOptions, ruleChangeOf, ruleHelp } from "./rule-options.ts";

export function addAlertVerbs(noun: Command): void {
  noun.description(
    "Threshold alerts: they fire threshold.alert.fired when a counter or a group is full.",
  );
  addCreate(noun);
  addList(noun);
  addShow(noun);
  addUpdate(noun);
  addPause(noun);
  addResume(noun);
  addDelete(noun);
  addFirings(noun);
}

type AlertOptions = VerbOptions & { org: string };

type CreateOptions = AlertOptions &
  RuleOptions & { name: string; kind: AlertRule["kind"]; counter?: string; group?: string };

const exampleOrg = "--org org_0123456789ABCDEFGHIJ";

function addCreate(noun: Command): void {
  const verb = addVerb(noun, {
    name: "create",
    effect: "changes",
    summary: "Creates an alert on a counter or a group",
    example: `alert create ${exampleOrg} --name "Hall full" --counter ctr_0123456789ABCDEFGHIJ --kind at_capacity --capacity 500 --local`,
  })
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .requiredOption("--name <name>", "its name", optionValue(NewName))
    .option("--counter <counter>", "id of the counter that it watches", optionValue(notBlank))
    .option("--group <group>", "id of the group that it watches", optionValue(notBlank));
  addRuleOptions(verb, { kindRequired: true })
    .addHelpText("after", ruleHelp)
    .action((options: CreateOptions) => {
      const { org: organizationId, name, kind } = options;
      const watched = watchedBy(options);
      const rule = { ...ruleChangeOf(options), kind };
      const mistake = ruleMistake(changeRule(bareRule(kind), rule));
      if (mistake !== undefined) throw ruleMistaken(mistake, kind);
      return withStores(options, async (stores) => {
        await requireOrganization(stores, organizationId);
        const created = await createAlert(
          stores,
          { organizationId, name, rule, ...watched },
          operator(),
        );
        if (created.result !== "created") throw alertRefused(created, { organizationId });
        printRecord(options, shownAlert(created.status), [stateSentence(created.status)]);
        await noticeWithoutReceiver(stores, organizationId);
      });
    });
}

function watchedBy({ counter, group }: CreateOptions) {
  if (counter !== undefined && group !== undefined)
    throw usageError("give --counter or --group, not both");
  if (counter !== undefined) return { scope: "counter" as const, targetId: counter };
  if (group !== undefined) return { scope: "group" as const, targetId: group };
  throw usageError("say what the alert watches: --counter or --group");
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    effect: "reads",
    summary: "Lists the alerts of an organization with their states, sorted by name",
    example: `alert list ${exampleOrg} --local`,
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .action((options: AlertOptions) =>
      withStores(options, async (stores) => {
        const organization = await requireOrganization(stores, options.org);
        const statuses = await listAlerts(stores, organization);
        printList(options, statuses.map(shownAlert), {
          columns: ["id", "state", "level", "threshold", "kind", "scope", "targetName", "name"],
          whenEmpty: `The organization has no alerts yet; create one with: ${hint("alert create", "--org", options.org, "--name", "NAME", "--counter", "COUNTER", "--kind", "at_capacity")}`,
        });
        if (statuses.length > 0) await noticeWithoutReceiver(stores, options.org);
      }),
    );
}

function addShow(noun: Command): void {
  addVerb(noun, {
    name: "show",
    effect: "reads",
    summary: "Shows an alert: its rule, its state, and the level now",
    example: `alert show ${exampleOrg} alt_0123456789ABCDEFGHIJ --local`,
  })
    .argument("<alert>", "its id, alt_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((alertId: string, options: AlertOptions) =>
      withStores(options, async (stores) => {
        const organization = await requireOrganization(stores, options.org);
        const status = await findAlert(stores, organization, alertId);
        if (status === undefined) throw noSuchAlert({ organizationId: options.org, alertId });
        printRecord(options, shownAlert(status), [stateSentence(status)]);
      }),
    );
}

/** An alert that fires where nobody receives it looks as if it did not work. */
async function noticeWithoutReceiver(
  { endpoints }: Pick<Stores, "endpoints">,
  organizationId: string,
): Promise<void> {
  const all = await endpoints.list(organizationId);
  if (all.some(({ events }) => events.includes("threshold.alert.fired"))) return;
  notice(
    "note: no endpoint of the organization subscribes to threshold.alert.fired, so nobody " +
      "receives what fires; to create one: " +
      hint(
        "endpoint create",
        ...["--org", organizationId, "--url", "URL", "--events", "threshold.alert.fired"],
      ),
  );
}
