import type { Command } from "commander";
import { findAlert } from "../../../core/alerts/alert-lookup.ts";
import {
  deleteAlert,
  pauseAlert,
  resumeAlert,
  updateAlert,
} from "../../../core/alerts/manage-alerts.ts";
import { NewName } from "../../../core/display-name.ts";
import { operator } from "../audited.ts";
import { requireOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirm } from "../terminal/confirmation.ts";
import { usageError } from "../terminal/failure.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { alertRefused, noSuchAlert } from "./alert-errors.ts";
import { shownAlert, stateSentence } from "./format-alert.ts";
import {
  addRuleOptions,
  addRuleRemovals,
  type RuleOptions,
  ruleChangeOf,
  ruleHelp,
} from "./rule-options.ts";

type AlertOptions = VerbOptions & { org: string };

const exampleIds = "--org org_0123456789ABCDEFGHIJ alt_0123456789ABCDEFGHIJ";

export function addUpdate(noun: Command): void {
  const verb = alertVerb(noun, {
    name: "update",
    summary: "Changes the name or the rule of an alert; the rest of the rule stays as it is",
    options: "--rearm-below 450 ",
  }).option("--name <name>", "its name", optionValue(NewName));
  addRuleRemovals(addRuleOptions(verb, { kindRequired: false }))
    .addHelpText("after", `${ruleHelp}\n${consequence}`)
    .action((alertId: string, options: AlertOptions & RuleOptions & { name?: string }) => {
      const { org: organizationId, name } = options;
      const rule = ruleChangeOf(options);
      if (name === undefined && Object.keys(rule).length === 0)
        throw usageError("give at least one thing to change");
      return withStores(options, async (stores) => {
        await requireOrganization(stores, organizationId);
        const key = { organizationId, alertId };
        const updated = await updateAlert(
          stores,
          key,
          {
            rule,
            ...(name !== undefined && { name }),
          },
          operator(),
        );
        if (updated.result !== "updated") throw alertRefused(updated, key);
        printRecord(options, shownAlert(updated.status), [stateSentence(updated.status)]);
      });
    });
}

const consequence = `
Every update sets the state from the current level, and fires nothing: armed below the threshold,
fired at or above it. What an alert watches cannot be changed.`;

export function addPause(noun: Command): void {
  alertVerb(noun, {
    name: "pause",
    summary: "Pauses an alert: it evaluates nothing until it is resumed",
  }).action((alertId: string, options: AlertOptions) =>
    withStores(options, async (stores) => {
      await requireOrganization(stores, options.org);
      const key = { organizationId: options.org, alertId };
      const paused = await pauseAlert(stores, key, operator());
      if (paused.result !== "paused") throw alertRefused(paused, key);
      const sentence = paused.changed ? "The alert is paused." : "The alert was paused already.";
      printRecord(options, shownAlert(paused.status), [sentence, stateSentence(paused.status)]);
    }),
  );
}

export function addResume(noun: Command): void {
  alertVerb(noun, {
    name: "resume",
    summary: "Resumes a paused alert; the current level sets its state",
  }).action((alertId: string, options: AlertOptions) =>
    withStores(options, async (stores) => {
      await requireOrganization(stores, options.org);
      const key = { organizationId: options.org, alertId };
      const resumed = await resumeAlert(stores, key, operator());
      if (resumed.result !== "resumed") throw alertRefused(resumed, key);
      const sentence = resumed.changed ? "The alert is resumed." : "The alert was not paused.";
      printRecord(options, shownAlert(resumed.status), [sentence, stateSentence(resumed.status)]);
    }),
  );
}

export function addDelete(noun: Command): void {
  const verb = alertVerb(noun, {
    name: "delete",
    summary: "Deletes an alert; its firings can still be listed and resent",
  });
  addYesOption(verb).action((alertId: string, options: AlertOptions & ConfirmOptions) =>
    withStores(options, async (stores) => {
      const organization = await requireOrganization(stores, options.org);
      const key = { organizationId: options.org, alertId };
      await confirm(options, async () => {
        const status = await findAlert(stores, organization, alertId);
        if (status === undefined) throw noSuchAlert(key);
        return `delete the alert "${status.alert.name}" (${alertId})`;
      });
      const deleted = await deleteAlert(stores, key, operator());
      if (deleted.result !== "deleted") throw alertRefused(deleted, key);
      printRecord(options, shownAlert(deleted.status), [
        "The alert is deleted. Counts from before that are not evaluated yet may fire it or not.",
      ]);
    }),
  );
}

/** A verb on one alert. */
function alertVerb(
  noun: Command,
  { name, summary, options = "" }: { name: string; summary: string; options?: string },
): Command {
  return addVerb(noun, {
    name,
    summary,
    effect: "changes",
    example: `alert ${name} ${exampleIds} ${options}--local`,
  })
    .argument("<alert>", "its id, alt_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank));
}
