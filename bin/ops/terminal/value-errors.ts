import { type Command, InvalidArgumentError } from "commander";
import { shortened, usageError } from "./failure.ts";

/**
 * Makes the errors of wrong values sentences, for all verbs: of wrong choices, and of arguments.
 * Commander's own for an option names it, and reads well.
 */
export function explainWrongValues(command: Command): void {
  for (const option of command.options) {
    const { argChoices: choices, long, flags } = option;
    if (choices !== undefined) option.argParser(choiceOf(choices, long ?? flags));
  }
  for (const argument of command.registeredArguments) {
    const { argChoices: choices, parseArg } = argument;
    const name = `<${argument.name()}>`;
    if (choices !== undefined) argument.argParser(choiceOf(choices, name));
    else if (parseArg !== undefined) argument.argParser(namedIn(parseArg, name));
  }
  for (const verb of command.commands) explainWrongValues(verb);
}

const list = new Intl.ListFormat("en-GB", { type: "disjunction" });

function choiceOf(choices: string[], name: string) {
  return (text: string): string => {
    if (choices.includes(text)) return text;
    throw usageError(`${name} must be ${list.format(choices)}, not "${shortened(text)}"`);
  };
}

type Parse = (text: string, previous: unknown) => unknown;

/** Parses as before, but an error begins with the name in place of "It". */
function namedIn(parse: Parse, name: string): Parse {
  return (text, previous) => {
    try {
      return parse(text, previous);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      throw usageError(error.message.replace(/^It /, `${name} `).replace(/\.$/, ""));
    }
  };
}
