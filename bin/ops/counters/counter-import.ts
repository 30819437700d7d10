import type { Command } from "commander";
import { counterPorts } from "../../../adapters/counters/counter-ports.ts";
import { callerPath } from "../../../adapters/shell.ts";
import { importCounters } from "../../../core/counters/counter-import.ts";
import { type ImportProblem, maximumImportRows } from "../../../core/counters/import-plan.ts";
import { maximumCounters } from "../../../core/organizations/organization.ts";
import { noSuchOrganization } from "../organizations/lookup.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { OperatorError } from "../terminal/failure.ts";
import { interruptible } from "../terminal/interruption.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, plural, printJson, printText } from "../terminal/output.ts";
import { type Progress, startProgress } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";
import { readCsvFile } from "./csv-file.ts";

const problemsShown = 20;

export function addImport(noun: Command): void {
  addVerb(noun, {
    name: "import",
    summary: "Creates a counter for each row of a CSV file, or none if a row is wrong",
    example: "counter import --org org_0123456789ABCDEFGHIJ gates.csv --local",
  })
    .argument("<file>", "the CSV file")
    .requiredOption("--org <org>", "id of their organization", optionValue(notBlank))
    .addHelpText("after", format)
    .action((path: string, options: VerbOptions & { org: string }) =>
      withPorts(options, counterPorts, async (ports) => {
        const organizationId = options.org;
        const file = await readCsvFile(callerPath(path, process.env));
        const { imported, exitCode } = await interruptible(async (interruption) => {
          const request = { organizationId, file };
          const isStopped = () => interruption.signal !== undefined;
          const imported = await withProgress((onProgress) =>
            importCounters(ports, request, { onProgress, isStopped }),
          );
          return { imported, exitCode: interruption.exitCode };
        });
        switch (imported.result) {
          case "problems":
            throw badFile(path, imported.problems);
          case "no_such_organization":
            throw noSuchOrganization(organizationId);
          case "no_room":
            throw noRoom(imported);
          case "stopped":
            throw interrupted(imported, exitCode);
        }
        const { counters, created } = imported;
        if (options.json) return printJson(counters);
        const existed = (counters.length - created).toLocaleString("en");
        printText(`${plural(created, "counter")} created, ${existed} existed already.`);
        const archived = counters.filter(({ archivedAt }) => archivedAt !== undefined).length;
        if (archived > 0) {
          const are = archived === 1 ? "is archived, and stays" : "are archived, and stay";
          notice(`${archived.toLocaleString("en")} of the file's counters ${are} so`);
        }
      }),
    );
}

const format = `
The file: UTF-8, a header row, commas between the cells, up to ${maximumImportRows.toLocaleString("en")} rows and 10 MB.
Columns: name (required), mode, incrementStep, decrementStep, groupId, goalTarget; an empty
cell means the default (mode both, both steps 1, no group, no goal). The same file imported again
creates only what is missing; counters that were archived exist, and stay archived. A file that was
changed in any way is another file, and all its rows are new counters.`;

/** Shows progress from the first step on, which says how many there are. */
async function withProgress<Result>(
  work: (onProgress: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  let progress: Progress | undefined;
  try {
    return await work((done, total) => {
      progress ??= startProgress({ total, noun: "counter" });
      progress.report(done);
    });
  } finally {
    progress?.end();
  }
}

function badFile(path: string, problems: ImportProblem[]): OperatorError {
  const details = problems
    .slice(0, problemsShown)
    .map(
      ({ line, field, reason }) =>
        `line ${line}${field === undefined ? "" : `, ${field || '""'}`}: ${reason}`,
    );
  const more = problems.length - problemsShown;
  if (more > 0) details.push(`and ${more.toLocaleString("en")} more`);
  const them = problems.length === 1 ? "it" : "them";
  return new OperatorError(
    `the file ${path} has ${plural(problems.length, "problem")}; correct ${them} and import the ` +
      "file again: nothing of it was written",
    { code: "INVALID_INPUT", details },
  );
}

function noRoom({ wanted, room }: { wanted: number; room: number }): OperatorError {
  return new OperatorError(
    `the organization has room for ${plural(room, "more counter")} (at most ` +
      `${maximumCounters.toLocaleString("en")}, archived ones included), and ` +
      `${wanted.toLocaleString("en")} would be added; import a shorter file, or into another ` +
      "organization",
    { code: "LIMIT_REACHED" },
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
