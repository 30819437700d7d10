import { Command, Help, type Option } from "commander";
import { withoutKeys } from "../../core/organizations/api-key.ts";
import { counterNoun } from "./counters/counter.ts";
import { embedNoun } from "./embeds/embed.ts";
import { keyNoun } from "./organizations/key.ts";
import { organizationNoun } from "./organizations/org.ts";
import { escapeControls } from "./terminal/escape-controls.ts";
import { deadLetterNoun } from "./webhooks/dead-letter.ts";
import { deliveryNoun } from "./webhooks/delivery.ts";
import { endpointNoun } from "./webhooks/endpoint.ts";

/** Where help and the messages on wrong usage go. */
export interface Terminal {
  writeOut(text: string): void;
  writeErr(text: string): void;
}

/** The whole command line; parsing throws a CommanderError or an OperatorError. */
export function opsProgram(terminal: Terminal = standardStreams): Command {
  const program = new Command("ops")
    .description(
      "Operates a counting service: the deployed stack (--stack NAME) or the one that runs on " +
        "this machine (--local).",
    )
    .usage("<noun> <verb> …")
    .helpCommand(false)
    .configureHelp({ optionDescription: describedOption })
    .exitOverride()
    .showHelpAfterError("(add --help to see what the command takes)")
    .configureOutput({ ...terminal, outputError: (text, write) => write(safe(text)) })
    .addHelpText("after", exitCodes);
  for (const addNoun of nouns) addNoun(program).helpCommand(false);
  return program;
}

const nouns = [
  organizationNoun,
  keyNoun,
  counterNoun,
  embedNoun,
  endpointNoun,
  deliveryNoun,
  deadLetterNoun,
];

const standardStreams: Terminal = {
  writeOut: (text) => process.stdout.write(text),
  writeErr: (text) => process.stderr.write(text),
};

const exitCodes = `
Exit codes:
  0  done
  1  not done; stderr says why and what to do
  2  wrong usage
  130  interrupted (Ctrl-C); stderr says how much was done
  143  the same after SIGTERM`;

function describedOption(option: Option): string {
  const plain = new Help().optionDescription(option);
  return option.mandatory && option.defaultValue === undefined ? `${plain} (required)` : plain;
}

function safe(text: string): string {
  return withoutKeys(text).split("\n").map(escapeControls).map(readable).join("\n");
}

// Commander repeats a wrong value in full, with the reason behind it.
function readable(line: string): string {
  return line.length <= 600 ? line : `${line.slice(0, 200)} … ${line.slice(-300)}`;
}
