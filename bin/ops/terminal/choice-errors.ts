import type { Command } from "commander";
import { shortened, usageError } from "./failure.ts";

/** Makes the error of a wrong choice a sentence, for the arguments and options of all verbs. */
export function explainChoices(command: Command): void {
  for (const option of command.options) {
    const { argChoices: choices, long, flags } = option;
    if (choices !== undefined) option.argParser(choiceOf(choices, long ?? flags));
  }
  for (const argument of command.registeredArguments) {
    const { argChoices: choices } = argument;
    if (choices !== undefined) argument.argParser(choiceOf(choices, `<${argument.name()}>`));
  }
  for (const verb of command.commands) explainChoices(verb);
}

const list = new Intl.ListFormat("en-GB", { type: "disjunction" });

function choiceOf(choices: string[], name: string) {
  return (text: string): string => {
    if (choices.includes(text)) return text;
    throw usageError(`${name} must be ${list.format(choices)}, not "${shortened(text)}"`);
  };
}
