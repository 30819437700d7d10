import { type Command, Option } from "commander";
import * as z from "zod";
import type { Stores } from "../../../adapters/stores.ts";
import { derivedFrom, restorableTables } from "../../../core/data/restore/restorable-tables.ts";
import { restoreEntries } from "../../../core/data/restore/restore-entries.ts";
import {
  newTally,
  type RestoreTally,
  restoreTable,
} from "../../../core/data/restore/restore-table.ts";
import type { ChangedBy } from "../../../core/members/changed-by.ts";
import { isOrganizationId } from "../../../core/organization-id.ts";
import { operator } from "../audited.ts";
import { withStores } from "../target.ts";
import { addYesOption, confirm } from "../terminal/confirmation.ts";
import { OperatorError, usageError } from "../terminal/failure.ts";
import { type Interruption, interruptible } from "../terminal/interruption.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { plural } from "../terminal/output.ts";
import { startLine } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";
import { repairEach, type Scope } from "./repair-each.ts";
import {
  commandToResume,
  defaultUnitsPerSecond,
  type RestoreVerbOptions,
} from "./restore-command.ts";
import { printReport, type Row, rowOf } from "./restore-report.ts";
import { chosenSources, type Source } from "./restore-sources.ts";

export function addRestore(noun: Command): void {
  const verb = addVerb(noun, {
    name: "restore",
    effect: "changes",
    summary: "Copies items that the live tables lack from restored tables",
    example:
      "data restore --table Counters --from restored-Counters --dry-run --stack counting-prod",
  });
  addYesOption(verb)
    .addOption(
      new Option("--table <name>", "the table to restore").choices(
        restorableTables.map(({ name }) => name),
      ),
    )
    .option("--from <table>", "with --table: the restored table", optionValue(notBlank))
    .option("--all", "every table, in a safe order")
    .option(
      "--prefix <text>",
      "with --all: what the restored tables' names begin with, such as restored- in restored-Counters",
      optionValue(notBlank),
    )
    .option("--only <org>", "only items of this organization", optionValue(notBlank))
    .option("--dry-run", "only show what would be written")
    .option("--overwrite", "with --table: replace differing items with their older state")
    .option("--include-deleted", "also restore items that were deleted on purpose")
    .option("--other-source", "allow a table that was not restored from the live one")
    .option(
      "--units-per-second <n>",
      "capacity of the live table that it may use, 1 to 40000",
      optionValue(UnitsPerSecond),
      defaultUnitsPerSecond,
    )
    .option("--resume <position>", "continue where a run was interrupted", optionValue(notBlank))
    .addHelpText("after", explanation)
    .action((options: RestoreVerbOptions) => {
      requireSensible(options);
      return withStores(options, (stores) => restore(stores, options));
    });
}

const explanation = `
First restore a table by point-in-time recovery, or from a backup: AWS creates a new table. This command
copies it into the live one. It puts back what is missing, leaves what exists unless --overwrite is
given, and deletes nothing. What was deleted on purpose, according to the audit log, stays deleted. Nothing
is sent to webhooks, and no alert fires. People can go on counting meanwhile, and running it again is
safe. At the end it computes anew what follows from other data, as data repair does.`;

const UnitsPerSecond = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, "must be a whole number from 1 to 40000")
  .transform(Number)
  .refine((units) => units <= 40_000, "must be a whole number from 1 to 40000");

function requireSensible(options: RestoreVerbOptions): void {
  const { table, from, all, prefix, only, overwrite } = options;
  if ((table === undefined) === (all !== true)) throw usageError("give either --table or --all");
  if ((table === undefined) !== (from === undefined)) {
    throw usageError("--table and --from belong together");
  }
  if ((all === true) !== (prefix !== undefined)) {
    throw usageError("--all and --prefix belong together");
  }
  if (only !== undefined && !isOrganizationId(only)) {
    throw usageError(`--only ${only} is not the id of an organization`);
  }
  // A table at a time: whoever replaces must have seen what differs.
  if (overwrite && all) throw usageError("--overwrite goes with --table");
}

async function restore(stores: Stores, options: RestoreVerbOptions): Promise<void> {
  const sources = await chosenSources(stores.restores, options);
  const by = operator();
  if (!options.dryRun) {
    const names = sources.map(({ facts }) => facts.name).join(", ");
    await confirm(options, `copy from ${names} into the tables of the running service`);
  }
  const rows: Row[] = [];
  const owners = new Set<string>();
  await interruptible(async (interruption) => {
    for (const source of sources) {
      const tally = newTally();
      const stoppedAt = await restoreOne(stores, source, { by, options, interruption, tally });
      if (stoppedAt !== undefined) {
        throw restoreInterrupted(options, source, { tally, stoppedAt, interruption });
      }
      rows.push(rowOf(source.table, tally));
      for (const owner of tally.owners) owners.add(owner);
    }
  });
  printReport(rows, options);
  if (!options.dryRun) await repairEach(stores, await restoredScopes(stores, options, owners));
}

/**
 * What is computed anew at the end: all organizations of the restored tables, also where this run put
 * nothing back, because one before it was killed. Which organizations the part before --resume had,
 * nobody knows any more.
 */
async function restoredScopes(
  { organizations }: Stores,
  { table, only, resume }: RestoreVerbOptions,
  owners: Set<string>,
): Promise<Scope[]> {
  const derived = derivedFrom(table);
  if (derived === "nothing") return [];
  const all = async () => (await organizations.list()).map(({ id }) => id);
  const ids = only !== undefined ? [only] : resume === undefined ? [...owners] : await all();
  return ids
    .toSorted()
    .map((organizationId) => ({ organizationId, leavesMarks: derived === "numbers" }));
}

interface RestoreRunOptions {
  by: ChangedBy;
  options: RestoreVerbOptions;
  interruption: Interruption;
  /** Gets what is done. */
  tally: RestoreTally;
}

/** Returns where it was stopped; undefined once the table is done. */
async function restoreOne(
  stores: Stores,
  source: Source,
  { by, options, interruption, tally }: RestoreRunOptions,
): Promise<string | undefined> {
  const { restores } = stores;
  const { table, facts, live, resumesAt } = source;
  const { unitsPerSecond, dryRun = false, overwrite = false, includeDeleted = false } = options;
  const entries = restoreEntries(stores, by, { table: table.name, from: facts.name });
  const line = startLine();
  try {
    const run = await restoreTable(
      restores.copy({ source: facts.name, live, unitsPerSecond }),
      table,
      {
        ...{ nowMs: restores.now(), dryRun, overwrite, includeDeleted },
        only: options.only,
        from: resumesAt,
        isStopped: () => interruption.signal !== undefined,
        onFirstWrite: entries.begin,
        onProgress: (soFar) => line.show(() => `${table.name}: ${progressOf(soFar)}`),
      },
      tally,
    );
    return run.stoppedAt;
  } finally {
    line.end();
    await entries.end(tally.written);
  }
}

function progressOf({ verdicts, putBack, replaced }: RestoreTally): string {
  const read = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
  return `${plural(read, "item")} compared, ${(putBack + replaced).toLocaleString("en")} written`;
}

function restoreInterrupted(
  options: RestoreVerbOptions,
  { table, facts }: Source,
  of: { tally: RestoreTally; stoppedAt: string; interruption: Interruption },
): OperatorError {
  const { putBack, replaced } = of.tally;
  const again = "run the same command again to continue; what is done is not done twice";
  // A position holds a key, and some keys open something.
  const goOn =
    of.stoppedAt === "" || table.secretKeys
      ? again
      : `to continue there: ${commandToResume(options, of.stoppedAt)}`;
  const where = options.all ? `${table.name} (from ${facts.name})` : table.name;
  return new OperatorError(
    `interrupted in ${where} after writing ${plural(putBack + replaced, "item")}; ${goOn}`,
    { exitCode: of.interruption.exitCode },
  );
}
