import { type Command, Option } from "commander";
import { failingOnDamaged } from "../../../adapters/aws/damaged-items.ts";
import { callerPath } from "../../../adapters/shell.ts";
import {
  type ImportResult,
  importCounters,
} from "../../../core/counters/settings/import/counter-import.ts";
import { ExistingName } from "../../../core/counters/settings/import/existing-name.ts";
import {
  type Encoding,
  encodings,
  type ImportError,
  type ImportQuestion,
} from "../../../core/counters/settings/import/import-file.ts";
import { noSuchGroupName } from "../../../core/counters/settings/import/import-groups.ts";
import type { PreparedRow } from "../../../core/counters/settings/import/import-preparation.ts";
import { maximumGroups } from "../../../core/groups/group.ts";
import { maximumCounters, maximumImportRows } from "../../../core/limits.ts";
import { type DecimalSign, decimalSigns } from "../../../core/written-number.ts";
import { operator } from "../audited.ts";
import { noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { escapeControls } from "../terminal/escape-controls.ts";
import { OperatorError, onlyForMembers } from "../terminal/failure.ts";
import { interruptible } from "../terminal/interruption.ts";
import { caller, hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { idsAndNames, notice, plural, printJson, printText } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";
import { readCsvFile } from "./csv-file.ts";
import { printedCounter } from "./printed-counter.ts";

const errorsShown = 20;

type ImportOptions = VerbOptions & {
  org: string;
  createGroups?: boolean;
  existing: ExistingName;
  decimal?: DecimalSign;
  encoding?: Encoding;
};

export function addImport(noun: Command): void {
  addVerb(noun, {
    name: "import",
    effect: "changes",
    summary: "Creates or updates a counter for each row of a CSV file, or none if a row is wrong",
    example: "counter import --org org_0123456789ABCDEFGHIJ gates.csv --local",
  })
    .argument("<file>", "the CSV file")
    .requiredOption("--org <org>", "id of their organization", optionValue(notBlank))
    .option("--create-groups", "creates the groups of the column Group that do not exist")
    .addOption(
      new Option("--existing <action>", "what to do with a row whose name exists")
        .choices(ExistingName.options)
        .default("create"),
    )
    .addOption(
      new Option("--decimal <sign>", "the decimal sign, where the file does not say it").choices(
        decimalSigns,
      ),
    )
    .addOption(
      new Option(
        "--encoding <name>",
        "what its letters are, where the file does not say it",
      ).choices(encodings),
    )
    .addHelpText("after", format)
    .action((path: string, options: ImportOptions) =>
      withStores(options, async (stores) => {
        const { org: organizationId, createGroups = false, existing, ...reading } = options;
        const file = await readCsvFile(callerPath(path, caller().env), reading);
        const { imported, exitCode } = await interruptible(async (interruption) => {
          const request = { organizationId, file, createGroups, existing, by: operator() };
          const isStopped = () => interruption.signal !== undefined;
          const imported = await withProgress("counter", (onProgress) =>
            failingOnDamaged(() => importCounters(stores, request, { onProgress, isStopped })),
          );
          return { imported, exitCode: interruption.exitCode };
        });
        switch (imported.result) {
          case "errors":
            throw badFile(path, imported.errors, organizationId);
          case "question":
            throw unclearFile(path, imported.question);
          case "no_such_organization":
            throw noSuchOrganization(organizationId);
          case "no_room":
            throw noRoom(imported);
          case "no_such_group":
            throw groupDeleted(imported.groupId);
          case "full_meanwhile":
            throw new OperatorError(
              "the organization was full for a moment; run the same command again",
              { code: "CONFLICT" },
            );
          case "stopped":
            throw interrupted(imported, exitCode);
          case "changed_meanwhile":
            throw changedMeanwhile(imported);
          case "other_updates":
            throw new Error("the command line has no preview");
          case "forbidden":
            throw onlyForMembers();
        }
        if (options.json) return printJson(withSharedNames(imported));
        printSummary(imported);
      }),
    );
}

type Imported = Extract<ImportResult, { result: "imported" }>;

function printSummary({ counters, created, updated, createdGroups, rows }: Imported): void {
  const skipped = rows.filter(({ does }) => does === "skip").length;
  const numbers = [
    `${plural(created, "counter")} created`,
    ...(updated > 0 ? [`${updated.toLocaleString("en")} updated`] : []),
    `${(rows.length - created - updated - skipped).toLocaleString("en")} existed already`,
    ...(skipped > 0 ? [`${skipped.toLocaleString("en")} skipped`] : []),
  ];
  printText(`${numbers.join(", ")}.`);
  if (createdGroups.length > 0) {
    printText(`${plural(createdGroups.length, "group")} created, without a capacity:`);
    for (const line of idsAndNames(createdGroups)) printText(`  ${escapeControls(line)}`);
  }
  const archived = counters.filter(({ archivedAt }) => archivedAt !== undefined).length;
  if (archived > 0) {
    const are = archived === 1 ? "is archived, and stays" : "are archived, and stay";
    notice(`${archived.toLocaleString("en")} of the file's counters ${are} so`);
  }
  const sharing = rows.filter(({ sharesName }) => sharesName);
  if (sharing.length > 0) notice(sharedNames(sharing));
}

function withSharedNames({ counters, rows }: Imported) {
  const sharing = new Set(
    rows.flatMap(({ sharesName, counterId }) => (sharesName ? [counterId] : [])),
  );
  return counters.map((counter) => ({
    ...printedCounter(counter),
    ...(sharing.has(counter.id) && { sharesName: true }),
  }));
}

/** Of the rows whose name exists. */
const sharedNamesShown = 5;

function sharedNames(sharing: PreparedRow[]): string {
  const lines = sharing
    .slice(0, sharedNamesShown)
    .map(({ line, settings }) => `line ${line} (${settings.name})`);
  const more = sharing.length - lines.length;
  if (more > 0) lines.push(`${more.toLocaleString("en")} more`);
  const have = sharing.length === 1 ? "has" : "have";
  return `${plural(sharing.length, "new counter")} ${have} the name of another: ${lines.join(", ")}`;
}

const format = `
The file: a header row, then up to ${maximumImportRows.toLocaleString("en")} rows; at most 10 MB. Commas, semicolons or tabs
separate the cells. UTF-8 and UTF-16 are recognized, and other encodings by their words. The decimal sign is that
of the first number that can have one only. What can mean two things is an error that names the option to say it.
Columns, as the console calls the settings, in any case and order: Name (required), Taps, A tap up
adds, A tap down subtracts, Goal, Group, Reset at the start of each day, Number after a reset,
Counts people. The names of the API work as well: mode, incrementStep, decrementStep, goalTarget,
groupName, resetDaily, resetTo, countsPeople. Group has the name of a group; Group ID (groupId) has its id instead. Taps are "up and down",
"only up" or "only down". An empty cell leaves a setting as the counter has it. New counters begin
with taps up and down, both steps 1, no group, no goal, no daily reset, 0 after a reset, and people.

With --existing update, a row whose name exists changes the settings that the row names, and no
others; the name must be that of one counter in use. With skip, such a row does nothing. With create,
it makes another counter of the name; the summary lists these, and --json marks them with sharesName.
An archived counter takes up no name: such a row makes a new one.

The same file imported again creates only what is missing, groups included; counters of the file that
were archived exist, and stay archived. A file with any change is another file: it makes new counters
of the rows whose names do not exist, and with create of all rows.`;

function badFile(path: string, errors: ImportError[], organizationId: string): OperatorError {
  const details = errors
    .slice(0, errorsShown)
    .map(
      ({ line, field, reason }) =>
        `line ${line}${field === undefined ? "" : `, ${field || '""'}`}: ${reason}${wayOut(reason)}`,
    );
  const more = errors.length - errorsShown;
  if (more > 0) details.push(`and ${more.toLocaleString("en")} more`);
  const them = errors.length === 1 ? "it" : "them";
  return new OperatorError(
    `the file ${path} has ${plural(errors.length, "error")}; correct ${them} and import the ` +
      `file again: nothing of it was written${seeGroups(errors, organizationId)}`,
    { code: "INVALID_INPUT", details },
  );
}

function unclearFile(path: string, question: ImportQuestion): OperatorError {
  const option = `--${question.about}`;
  const details = question.choices.map(({ value, reads }) => `${option} ${value} reads ${reads}`);
  const what =
    question.about === "encoding"
      ? "does not say what its letters are"
      : `can mean two numbers by “${question.cell}” (line ${question.line}, ${question.field})`;
  const words = `the file ${path} ${what}; say it with ${option}`;
  return new OperatorError(words, { code: "INVALID_INPUT", details });
}

function wayOut(reason: string): string {
  return reason === noSuchGroupName ? "; --create-groups creates it" : "";
}

function seeGroups(errors: ImportError[], organizationId: string): string {
  const ofGroups = errors.some(({ field }) => /^group/i.test(field ?? ""));
  return ofGroups ? `. To see the groups: ${hint("group list", "--org", organizationId)}` : "";
}

function noRoom({ of, wanted, room }: ImportResult & { result: "no_room" }): OperatorError {
  const most =
    of === "counter"
      ? `at most ${maximumCounters.toLocaleString("en")}, archived ones included`
      : `at most ${maximumGroups.toLocaleString("en")}`;
  return new OperatorError(
    `the organization has room for ${plural(room, `more ${of}`)} (${most}), and ` +
      `${wanted.toLocaleString("en")} would be added; import a shorter file, or into another ` +
      "organization",
    { code: "LIMIT_REACHED" },
  );
}

function groupDeleted(groupId: string): OperatorError {
  return new OperatorError(
    `the group ${groupId} was deleted while the import ran; run the same command again: it ` +
      "creates the rest, or says which rows name the group",
    { code: "CONFLICT" },
  );
}

function changedMeanwhile({ line, name }: { line: number; name: string }): OperatorError {
  return new OperatorError(
    `the counter ${name} (line ${line}) was changed by somebody else while the import ran; look at ` +
      "it, and run the same command again to do the rest",
    { code: "CONFLICT" },
  );
}

function interrupted(
  { created, updated, missing }: Extract<ImportResult, { result: "stopped" }>,
  exitCode: number,
): OperatorError {
  const updates = updated > 0 ? ` or updated` : "";
  return new OperatorError(
    `interrupted: ${(created + updated).toLocaleString("en")} of ${plural(missing, "counter")} were ` +
      `created${updates}; run the same command again to do the rest`,
    { exitCode },
  );
}
