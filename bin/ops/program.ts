import { Command, Help, type Option } from "commander";
import { withoutKeys } from "../../core/keys/key-text.ts";
import { completeOptions, isRequired, requireOrgLater } from "./complete-options.ts";
import { type Noun, nouns } from "./nouns.ts";
import { addDoctor } from "./operations/doctor.ts";
import { addSmoke } from "./operations/smoke.ts";
import { errorCodes, wantsJson } from "./terminal/error-line.ts";
import { escapeControls } from "./terminal/escape-controls.ts";
import { reportFailure, shortened } from "./terminal/failure.ts";
import { formatHelp } from "./terminal/format-help.ts";
import { calledAs, caller, printsJson, rememberJson, rememberVerb } from "./terminal/invocation.ts";
import { watchOutput } from "./terminal/output.ts";
import { ownVersion } from "./terminal/own-version.ts";
import { explainWrongValues } from "./terminal/value-errors.ts";
import { addUse } from "./use.ts";
import { effectOf } from "./verb.ts";
import { suggestSynonyms } from "./verb-synonyms.ts";

/** Does what the arguments of this invocation say; returns the exit code. */
export async function runProgram(args: string[]): Promise<number> {
  const output = watchOutput();
  const exitCode = await parseAndRun(args);
  return (await output.isWritten()) ? exitCode : 1;
}

async function parseAndRun(args: string[]): Promise<number> {
  try {
    const program = await opsProgram(({ name }) => args.includes(name));
    suggestSynonyms(program, args);
    rememberJson(wantsJson(args, optionsWithValue(program)));
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    return reportFailure(error, { writeErr, json: printsJson() });
  }
}

/**
 * The command line, with the verbs of the nouns that are used, and of the others names only;
 * parsing throws a CommanderError or an OperatorError.
 */
export async function opsProgram(isUsed: (noun: Noun) => boolean = () => true): Promise<Command> {
  const write = (text: string) => {
    if (!printsJson()) writeErr(text);
  };
  const command = new Command(calledAs())
    .description(
      "Operates a counting service: the deployed stack (--stack NAME) or the one that runs on " +
        "this machine (--local).",
    )
    .usage("<noun> <verb> …")
    .version(ownVersion(), "--version", "print the version")
    .helpCommand(false)
    .configureHelp({ optionDescription: describedOption })
    .exitOverride()
    .showHelpAfterError("(add --help to see what the command takes)")
    .configureOutput({
      writeOut: (text) => void caller().stdout.write(formatHelp(text)),
      writeErr: (text) => write(formatHelp(text)),
      outputError: (text) => write(safe(text)),
    })
    .addHelpText("after", explanation);
  for (const noun of nouns) {
    const added = command.command(noun.name).summary(noun.summary).helpCommand(false);
    if (isUsed(noun)) (await noun.load())(added);
  }
  requireOrgLater(command);
  explainWrongValues(command);
  addDoctor(command);
  addSmoke(command);
  command.hook("preAction", async (_, verb) => {
    // It keeps the default that all others are completed with.
    if (verb.name() === "use" && verb.parent === command) return;
    const noun = verb.parent === command ? [] : [verb.parent?.name()];
    rememberVerb({ name: [...noun, verb.name()].join(" "), effect: effectOf(verb) });
    await completeOptions(verb);
  });
  addUse(command);
  return command;
}

const writeErr = (text: string) => void caller().stderr.write(text);

const explanation = () => `
Help on a noun or a verb: ${calledAs()} counter tap --help

Exit codes:
  0    done
  1    not done; stderr says why and what to do
  2    wrong usage
  130  interrupted (Ctrl-C); stderr says how much was done
  143  the same after SIGTERM

With --json, stdout is one JSON document. An error is one line of JSON on
stderr, {"error": …, "code": …}, with one of these codes:
${Object.entries(errorCodes)
  .map(([code, meaning]) => `  ${code.padEnd(14)} ${meaning}`)
  .join("\n")}`;

/** The options of all verbs that take a value, such as `--name`. */
function optionsWithValue(program: Command): Set<string> {
  const verbs = program.commands.flatMap((noun) => [noun, ...noun.commands]);
  const options = verbs.flatMap((verb) => verb.options.filter(({ required }) => required));
  return new Set(options.flatMap(({ long }) => long ?? []));
}

function describedOption(option: Option): string {
  const plain = new Help().optionDescription(option);
  return isRequired(option) && option.defaultValue === undefined ? `${plain} (required)` : plain;
}

function safe(text: string): string {
  return withoutKeys(text).split("\n").map(escapeControls).map(shortened).join("\n");
}
