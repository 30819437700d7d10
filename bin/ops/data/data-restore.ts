import { type Command, Option } from "commander";
import * as z from "zod";
import type { RestoreStores } from "../../../adapters/data/restore/dynamodb-restore.ts";
import { restorableTables } from "../../../core/data/restore/restorable-tables.ts";
import {
  newTally,
  type RestoreTally,
  restoreTable,
} from "../../../core/data/restore/restore-table.ts";
import { isOrganizationId } from "../../../core/organization-id.ts";
import { type Change, nothingChanged, recordBegin, recordChange } from "../audited.ts";
import { withStores } from "../target.ts";
import { addYesOption, confirm } from "../terminal/confirmation.ts";
import { OperatorError, usageError } from "../terminal/failure.ts";
import { type Interruption, interruptible } from "../terminal/interruption.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { plural } from "../terminal/output.ts";
import { startLine } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";
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
      return withStores(options, ({ restores }) => restore(restores, options));
    });
}

const explanation = `
First restore a table by point-in-time recovery, or from a backup: AWS creates a new table. This command
copies it into the live one. It puts back what is missing, leaves what exists unless --overwrite is
given, and deletes nothing. What was deleted on purpose, according to the audit log, stays deleted. Nothing
is sent to webhooks, and no alert fires. People can go on counting meanwhile, and running it again is
safe. Afterwards, look for tables that do not agree: counting doctor --full.`;

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

async function restore(restores: RestoreStores, options: RestoreVerbOptions): Promise<void> {
  const sources = await chosenSources(restores, options);
  if (!options.dryRun) {
    const names = sources.map(({ facts }) => facts.name).join(", ");
    await confirm(options, `copy from ${names} into the tables of the running service`);
  }
  const rows: Row[] = [];
  let changed = false;
  await interruptible(async (interruption) => {
    for (const source of sources) {
      const tally = newTally();
      try {
        const stoppedAt = await restoreOne(restores, source, { options, interruption, tally });
        if (stoppedAt !== undefined) {
          throw restoreInterrupted(options, source, { tally, stoppedAt, interruption });
        }
      } finally {
        changed = (await recordWritten(source, tally)) || changed;
      }
      rows.push(rowOf(source.table, tally));
    }
  }).finally(() => {
    if (!changed) nothingChanged();
  });
  printReport(rows, options);
}

/** Returns where it was stopped; undefined once the table is done. */
async function restoreOne(
  restores: RestoreStores,
  source: Source,
  {
    options,
    interruption,
    tally,
  }: { options: RestoreVerbOptions; interruption: Interruption; tally: RestoreTally },
): Promise<string | undefined> {
  const { table, facts, live, resumesAt } = source;
  const { unitsPerSecond, dryRun = false, overwrite = false, includeDeleted = false } = options;
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
        onFirstWrite: (id) => recordBegin(changeOf(source, id, {})),
        onProgress: (soFar) => line.show(() => `${table.name}: ${progressOf(soFar)}`),
      },
      tally,
    );
    return run.stoppedAt;
  } finally {
    line.end();
  }
}

function progressOf({ verdicts, putBack, replaced }: RestoreTally): string {
  const read = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
  return `${plural(read, "item")} compared, ${(putBack + replaced).toLocaleString("en")} written`;
}

/** An entry for each organization whose items were written; false when there was none. */
async function recordWritten(source: Source, { written }: RestoreTally) {
  for (const [organizationId, items] of written) {
    await recordChange(changeOf(source, organizationId, { items }));
  }
  return written.size > 0;
}

function changeOf({ table, facts }: Source, organizationId: string, done: { items?: number }) {
  const target = { kind: "table", id: table.name, name: null };
  const after = { ...done, from: facts.name };
  return { organizationId, target, before: null, after } satisfies Change;
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
