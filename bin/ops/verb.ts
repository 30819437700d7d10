import type { Command } from "commander";
import { calledAs } from "./terminal/invocation.ts";
import { notBlank, optionValue } from "./terminal/option-value.ts";

/** A verb of a noun, with the options that every verb takes. */
export function addVerb(
  noun: Command,
  verb: { name: string; summary: string; example: string },
): Command {
  return noun
    .command(verb.name)
    .summary(verb.summary)
    .description(`${verb.summary}.`)
    .option("--stack <name>", "work on this deployed CloudFormation stack", optionValue(notBlank))
    .option("--local", "work on the service that runs on this machine")
    .option(
      "--data-dir <folder>",
      "with --local: the data folder of that service (default: .local)",
      optionValue(notBlank),
    )
    .option("--json", "print one JSON document")
    .addHelpText("after", `\nExample:\n  ${calledAs()} ${verb.example}`);
}
