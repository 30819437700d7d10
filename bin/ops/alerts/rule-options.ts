import { type Command, Option } from "commander";
import { AlertKind, AlertRule } from "../../../core/alerts/alert.ts";
import type { RuleChange } from "../../../core/alerts/alert-rule.ts";
import { Capacity } from "../../../core/groups/group.ts";
import { signedWholeNumber, wholeNumber } from "../../../core/number-text.ts";
import { optionValue } from "../terminal/option-value.ts";

/** An alert's rule as commander parses it; `false` is what a `--no-…` option sets. */
export interface RuleOptions {
  kind?: AlertRule["kind"];
  percent?: number;
  at?: number;
  capacity?: number | false;
  rearmBelow?: number | false;
}

export function addRuleOptions(verb: Command, { kindRequired }: { kindRequired: boolean }) {
  const kind = new Option("--kind <kind>", "what the level is compared with");
  return verb
    .addOption(kind.choices(AlertKind.options).makeOptionMandatory(kindRequired))
    .option(
      "--percent <p>",
      "for kind percent: the percentage of the capacity, 1 to 100",
      optionValue(wholeNumber.pipe(AlertRule.shape.percent.unwrap())),
    )
    .option(
      "--at <n>",
      "for kind absolute: the level that fires it",
      optionValue(signedWholeNumber),
    )
    .option(
      "--capacity <n>",
      "the alert's own capacity (default: the counter's goal or the group's capacity)",
      optionValue(wholeNumber.pipe(Capacity)),
    )
    .option(
      "--rearm-below <n>",
      "a count below this arms the alert again (default: its threshold)",
      optionValue(signedWholeNumber),
    );
}

/** The options that only make sense for an alert that exists. */
export function addRuleRemovals(verb: Command): Command {
  return verb
    .option("--no-capacity", "removes the alert's own capacity")
    .option("--no-rearm-below", "a count below the threshold arms it again");
}

/** The parts of the rule among the options. */
export function ruleChangeOf(options: RuleOptions): RuleChange {
  const { kind, percent, at, capacity, rearmBelow } = options;
  return {
    ...(kind !== undefined && { kind }),
    ...(percent !== undefined && { percent }),
    ...(at !== undefined && { at }),
    ...(capacity !== undefined && { capacity: capacity === false ? null : capacity }),
    ...(rearmBelow !== undefined && { rearmBelow: rearmBelow === false ? null : rearmBelow }),
  };
}

export const ruleHelp = `
Kinds:
  at_capacity  fires when the level reaches the capacity
  percent      fires when it reaches --percent of the capacity, rounded up
  absolute     fires when it reaches --at

The level is the counter's count, or the total of the group. The capacity is that of --capacity; without
it, the current goal of the counter or capacity of the group.`;
