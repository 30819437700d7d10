import type { Argument, Command, Option } from "commander";
import { isRequired } from "./complete-options.ts";
import { opsProgram } from "./program.ts";
import { formatHelp } from "./terminal/format-help.ts";
import { serviceOptions } from "./verb.ts";

/** The page docs/operators/command-line.md: every verb, with its arguments and options. */
export async function commandLineReference(): Promise<string> {
  const program = await opsProgram();
  const sections = program.commands.map((command) =>
    command.commands.length === 0 ? verbSection("##", command) : nounSection(command),
  );
  const [, endings] = helpOf(program).split("\nExit codes:\n");
  return `# The command line

[The README](../../README.md#operate) shows how to begin. After a noun or a verb, \`--help\` prints what this page says about it.
\`npm run docs\` writes this page from the program.

| noun | |
|---|---|
${program.commands.map((noun) => `| [\`${noun.name()}\`](#${noun.name()}) | ${noun.summary()} |`).join("\n")}

## All verbs

Each verb needs \`--stack\` or \`--local\`, and most need \`--org ORG\`. [\`counting use\`](#use) keeps a default for them.

| option | meaning |
|---|---|
${serviceOptions()
  .map(({ flags, description }) => `| \`${flags}\` | ${escaped(description)} |`)
  .join("\n")}

\`\`\`text
Exit codes:
${endings?.trimEnd()}
\`\`\`

${sections.join("\n")}`;
}

function helpOf(command: Command): string {
  let help = "";
  const writeOut = (text: string) => {
    help += formatHelp(text);
  };
  command.configureOutput({ writeOut }).outputHelp();
  return help;
}

function nounSection(noun: Command): string {
  const verbs = noun.commands.map((verb) => verbSection("###", verb));
  return `## ${noun.name()}\n\n${noun.description()}\n\n${verbs.join("\n")}`;
}

function verbSection(level: string, verb: Command): string {
  const [, after = ""] = helpOf(verb).split("\nExample:\n");
  const [example = "", ...explanation] = after.trimEnd().split("\n\n");
  const rows = [
    ...verb.registeredArguments.map(argumentRow),
    ...verb.options.filter(isItsOwn).map(optionRow),
  ];
  const name = level === "##" ? verb.name() : `${verb.parent?.name()} ${verb.name()}`;
  const parts = [
    `${level} ${name}`,
    verb.description(),
    `\`\`\`sh\n${example.replace(/^ {2}/gm, "")}\n\`\`\``,
    ...(rows.length === 0
      ? []
      : [`| option | default | meaning |\n|---|---|---|\n${rows.join("\n")}`]),
    ...explanation.map(paragraph),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Lines that the help indents are a list, and stay as they are. */
function paragraph(text: string): string {
  return /^ /m.test(text) ? `\`\`\`text\n${text}\n\`\`\`` : escaped(text);
}

/** Of a verb alone: options of all verbs, and a required --org, are explained once. */
function isItsOwn(option: Option): boolean {
  const shared = serviceOptions().map(({ long }) => long);
  return !shared.includes(option.long) && !(option.long === "--org" && isRequired(option));
}

function argumentRow(argument: Argument): string {
  const { required, description, argChoices, variadic } = argument;
  const flags = `${argument.name()}${variadic ? "…" : ""}`.toUpperCase();
  return row({ flags, description, choices: argChoices, ...(required && { kept: "required" }) });
}

function optionRow(option: Option): string {
  const { flags, description, argChoices, defaultValue } = option;
  const kept = isRequired(option) && defaultValue === undefined ? "required" : defaultValue;
  return row({ flags, description, choices: argChoices, kept });
}

interface Described {
  flags: string;
  description: string;
  choices?: readonly string[] | undefined;
  /** The default, or that there is none. */
  kept?: unknown;
}

function row({ flags, description, choices = [], kept }: Described): string {
  const [, text = "", defaultText] = /^(.*?)(?: \(default: (.+)\))?$/.exec(description) ?? [];
  const allowed = choices.map((choice) => `\`${choice}\``).join(", ");
  const meaning = [text, allowed].filter((part) => part !== "").join(": ");
  return `| \`${flags}\` | ${escaped(String(kept ?? defaultText ?? ""))} | ${escaped(meaning)} |`;
}

/** Markdown in which `<` begins no tag, and `|` no cell of a table. */
const escaped = (text: string) => text.replace(/[|<]/g, "\\$&");
