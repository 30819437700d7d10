import type { Command } from "commander";
import { callerPath } from "../../../adapters/shell.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import {
  type ImportResult,
  importCounters,
} from "../../../core/counters/settings/import/counter-import.ts";
import { noSuchGroupName } from "../../../core/counters/settings/import/import-groups.ts";
import type { ImportError } from "../../../core/counters/settings/import/import-plan.ts";
import type { PreparedRow } from "../../../core/counters/settings/import/import-preparation.ts";
import { maximumGroups } from "../../../core/groups/group.ts";
import { maximumCounters, maximumImportRows } from "../../../core/limits.ts";
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

type ImportOptions = VerbOptions & { org: string; createGroups?: boolean };

export function addImport(noun: Command): void {
  addVerb(noun, {
    name: "import",
    effect: "changes",
    summary: "Creates a counter for each row of a CSV file, or none if a row is wrong",
    example: "counter import --org org_0123456789ABCDEFGHIJ gates.csv --local",
  })
    .argument("<file>", "the CSV file")
    .requiredOption("--org <org>", "id of their organization", optionValue(notBlank))
    .option("--create-groups", "creates the groups of the column groupName that do not exist")
    .addHelpText("after", format)
    .action((path: string, options: ImportOptions) =>
      withStores(options, async (stores) => {
        const { org: organizationId, createGroups = false } = options;
        const file = await readCsvFile(callerPath(path, caller().env));
        const { imported, exitCode } = await interruptible(async (interruption) => {
          const request = { organizationId, file, createGroups, by: operator() };
          const isStopped = () => interruption.signal !== undefined;
          const imported = await withProgress("counter", (onProgress) =>
            importCounters(stores, request, { onProgress, isStopped }),
          );
          return { imported, exitCode: interruption.exitCode };
        });
        switch (imported.result) {
          case "errors":
            throw badFile(path, imported.errors, organizationId);
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
          case "forbidden":
            throw onlyForMembers();
        }
        const { counters, created, createdGroups, sharing } = imported;
        if (options.json) return printJson(withSharedNames(counters, sharing));
        const existed = (counters.length - created).toLocaleString("en");
        printText(`${plural(created, "counter")} created, ${existed} existed already.`);
        if (createdGroups.length > 0) {
          printText(`${plural(createdGroups.length, "group")} created, without a capacity:`);
          for (const line of idsAndNames(createdGroups)) printText(`  ${escapeControls(line)}`);
        }
        const archived = counters.filter(({ archivedAt }) => archivedAt !== undefined).length;
        if (archived > 0) {
          const are = archived === 1 ? "is archived, and stays" : "are archived, and stay";
          notice(`${archived.toLocaleString("en")} of the file's counters ${are} so`);
        }
        if (sharing.length > 0) notice(sharedNames(sharing));
      }),
    );
}

function withSharedNames(counters: StoredCounter[], sharing: PreparedRow[]) {
  const ids = new Set(sharing.map(({ counterId }) => counterId));
  return counters.map((counter) => ({
    ...printedCounter(counter),
    ...(ids.has(counter.id) && { sharesName: true }),
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
The file: UTF-8, a header row, commas between the cells, up to ${maximumImportRows.toLocaleString("en")} rows and 10 MB.
Columns: name (required), mode, incrementStep, decrementStep, groupId, groupName, goalTarget,
resetDaily, resetTo; an empty cell means the default (mode both, both steps 1, no group, no goal, no
daily reset, the number 0 after a reset). groupId and groupName name a group of the organization; a row has one of them at most. The same file imported again creates only
what is missing, groups included; counters that were archived exist, and stay archived. A file that
was changed in any way is another file, and all its rows are new counters. New counters with the name
of another are named afterwards; with --json they have sharesName.`;

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

function wayOut(reason: string): string {
  return reason === noSuchGroupName ? "; --create-groups creates it" : "";
}

function seeGroups(errors: ImportError[], organizationId: string): string {
  const ofGroups = errors.some(({ field }) => field === "groupId" || field === "groupName");
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

function interrupted(
  { created, missing }: { created: number; missing: number },
  exitCode: number,
): OperatorError {
  return new OperatorError(
    `interrupted: ${created.toLocaleString("en")} of ${plural(missing, "counter")} were ` +
      "created; run the same command again to create the rest",
    { exitCode },
  );
}
