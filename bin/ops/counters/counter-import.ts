import type { Command } from "commander";
import { callerPath } from "../../../adapters/caller-path.ts";
import { type CounterPorts, counterPorts } from "../../../adapters/counters/counter-ports.ts";
import { countersPerTransaction } from "../../../adapters/counters/dynamodb-counter-creation.ts";
import type { Counter, NewCounter } from "../../../core/counters/counter.ts";
import {
  type ImportProblem,
  importedCounters,
  maximumImportRows,
  planImport,
} from "../../../core/counters/counter-import.ts";
import { maximumCounters } from "../../../core/organizations/organization.ts";
import { requireOrganization } from "../organizations/lookup.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { OperatorError } from "../terminal/failure.ts";
import { type Interruption, interruptible } from "../terminal/interruption.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { plural, printJson, printText } from "../terminal/output.ts";
import { startProgress } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";
import { type CsvFile, readCsvFile } from "./csv-file.ts";

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
      withPorts(options, counterPorts, async (stores) => {
        const file = await readCsvFile(callerPath(path, process.env));
        const settings = plannedSettings(path, file);
        const source = { organizationId: options.org, fileHash: file.hash };
        const nowMs = stores.clock.now();
        const counters = importedCounters(settings, { ...source, nowMs });
        const created = await interruptible((interruption) =>
          createMissing(stores, counters, interruption),
        );
        if (options.json) return printJson(await asStored(stores, counters));
        const existed = (counters.length - created).toLocaleString("en");
        printText(`${plural(created, "counter")} created, ${existed} existed already.`);
      }),
    );
}

const format = `
The file: UTF-8, a header row, commas between the cells, up to ${maximumImportRows.toLocaleString("en")} rows and 10 MB.
Columns: name (required), mode, incrementStep, decrementStep, groupId, goalTarget; an empty
cell means the default (mode both, both steps 1, no group, no goal). The same file imported again creates only what is missing; a file that
was changed in any way is another file, and all its rows are new counters.`;

function plannedSettings(path: string, { rows, problem }: CsvFile): NewCounter[] {
  const plan = planImport(rows);
  if (plan.outcome === "counters" && problem === undefined) return plan.settings;
  const problems = plan.outcome === "problems" ? plan.problems : [];
  throw refusal(path, problem === undefined ? problems : [...problems, problem]);
}

function refusal(path: string, problems: ImportProblem[]): OperatorError {
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

/** Creates those that do not exist, in chunks of one transaction each; gives their number. */
async function createMissing(
  stores: CounterPorts,
  counters: Counter[],
  interruption: Interruption,
): Promise<number> {
  const missing = await missingCounters(stores, counters);
  const progress = startProgress({ total: missing.length, noun: "counter" });
  let created = 0;
  try {
    for (let start = 0; start < missing.length; start += countersPerTransaction) {
      if (interruption.signal !== undefined) throw interrupted(interruption, start, missing);
      const chunk = missing.slice(start, start + countersPerTransaction);
      const result = await stores.counterCreator.create(chunk);
      if (result.outcome !== "created") throw await overtaken(stores, missing.slice(start));
      created += result.created;
      progress.report(start + chunk.length);
    }
  } finally {
    progress.end();
  }
  return created;
}

async function missingCounters(stores: CounterPorts, counters: Counter[]): Promise<Counter[]> {
  const organizationId = counters[0]?.organizationId ?? "";
  const { counterCount } = await requireOrganization(stores, organizationId);
  const ids = new Set((await stores.counters.list(organizationId)).map(({ id }) => id));
  const missing = counters.filter(({ id }) => !ids.has(id));
  const room = maximumCounters - counterCount;
  if (missing.length > room) throw noRoom(missing.length, room);
  return missing;
}

/** Others took the room while the import ran. */
async function overtaken(stores: CounterPorts, left: Counter[]): Promise<OperatorError> {
  const { counterCount } = await requireOrganization(stores, left[0]?.organizationId ?? "");
  return noRoom(left.length, maximumCounters - counterCount);
}

async function asStored(stores: CounterPorts, counters: Counter[]): Promise<Counter[]> {
  const stored = await stores.counters.list(counters[0]?.organizationId ?? "");
  const byId = new Map(stored.map((counter) => [counter.id, counter]));
  return counters.map((counter) => byId.get(counter.id) ?? counter);
}

function noRoom(wanted: number, room: number): OperatorError {
  return new OperatorError(
    `the organization has room for ${plural(room, "more counter")} (at most ` +
      `${maximumCounters.toLocaleString("en")}), and ${wanted.toLocaleString("en")} would be ` +
      "added; import a shorter file, or into another organization",
    { code: "LIMIT_REACHED" },
  );
}

function interrupted({ exitCode }: Interruption, created: number, missing: Counter[]) {
  return new OperatorError(
    `interrupted: ${created.toLocaleString("en")} of ${plural(missing.length, "counter")} were ` +
      "created; run the same command again to create the rest",
    { exitCode },
  );
}
