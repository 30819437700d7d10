import { type Command, Option } from "commander";
import { calledAs, type VerbEffect } from "./terminal/invocation.ts";
import { notBlank, optionValue } from "./terminal/option-value.ts";

/** A verb of a noun, with the options that every verb takes. */
export function addVerb(
  noun: Command,
  verb: { name: string; summary: string; example: string; effect: VerbEffect },
): Command {
  const command = noun
    .command(verb.name)
    .summary(verb.summary)
    .description(`${verb.summary}.`)
    .addHelpText("after", `\nExample:\n${exampleLines(`${calledAs()} ${verb.example}`)}`);
  effects.set(command, verb.effect);
  for (const option of serviceOptions()) command.addOption(option.helpGroup("Service and output:"));
  return command;
}

const effects = new WeakMap<Command, VerbEffect>();

/** What a verb does; throws for a command that is none. */
export function effectOf(verb: Command): VerbEffect {
  const effect = effects.get(verb);
  if (effect === undefined) throw new Error(`${verb.name()} is no verb`);
  return effect;
}

const longestLine = 100;

/** A long example is continued on a second line, in the way that a shell takes when it is pasted. */
function exampleLines(example: string): string {
  const cut = example.lastIndexOf(" --", longestLine - "   \\".length);
  if (example.length + 2 <= longestLine || cut < 0) return `  ${example}`;
  return `  ${example.slice(0, cut)} \\\n    ${example.slice(cut + 1)}`;
}

/** The options that every verb takes. */
function serviceOptions(): Option[] {
  return [
    new Option("--stack <name>", "the deployed CloudFormation stack of this name").argParser(
      optionValue(notBlank),
    ),
    new Option("--local", "the service that runs on this machine"),
    new Option(
      "--data-dir <folder>",
      "with --local: the data folder of that service (default: .local)",
    ).argParser(optionValue(notBlank)),
    new Option("--json", "print one JSON document"),
  ];
}
