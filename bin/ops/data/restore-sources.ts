import type { RestoreStores } from "../../../adapters/data/restore/dynamodb-restore.ts";
import { tableOfPosition } from "../../../adapters/data/restore/table-copy.ts";
import { type TableFacts, whyNotSource } from "../../../core/data/restore/check-source.ts";
import {
  type RestorableTable,
  restorableTable,
  restorableTables,
} from "../../../core/data/restore/restorable-tables.ts";
import { OperatorError, usageError } from "../terminal/failure.ts";
import { notice } from "../terminal/output.ts";
import type { RestoreVerbOptions } from "./data-restore.ts";
import { notASource, sendsAgain } from "./restore-errors.ts";

/** A restored table and the live one that it is copied into. */
export interface Source {
  table: RestorableTable;
  facts: TableFacts;
  live: TableFacts;
  resumesAt: string | undefined;
}

/** The tables that the options choose, checked before anything is written. */
export async function chosenSources(
  restores: RestoreStores,
  options: RestoreVerbOptions,
): Promise<Source[]> {
  const sources: Source[] = [];
  const lacking: string[] = [];
  for (const { table, name } of chosen(options)) {
    // One after the other: AWS limits these calls to few a second.
    const facts = await restores.facts(name);
    if (facts === undefined && options.all) lacking.push(name);
    else sources.push(await checked(restores, { table, name, facts }, options));
  }
  if (sources.length === 0) throw noneOf(options.prefix ?? "");
  if (lacking.length > 0)
    notice(`note: these do not exist and are left out: ${lacking.join(", ")}`);
  return fromPosition(sources, options.resume);
}

function chosen({ table, from, prefix }: RestoreVerbOptions) {
  const one = table === undefined ? undefined : restorableTable(table);
  return one === undefined
    ? restorableTables.map((each) => ({ table: each, name: `${prefix}${each.name}` }))
    : [{ table: one, name: from ?? "" }];
}

async function checked(
  restores: RestoreStores,
  { table, name, facts }: { table: RestorableTable; name: string; facts: TableFacts | undefined },
  { otherSource = false }: RestoreVerbOptions,
): Promise<Source> {
  const liveName = restores.liveName(table.name);
  const live = await restores.facts(liveName);
  if (live === undefined) throw new Error(`the live table ${liveName} does not exist`);
  if (table.sendsEvents && !restores.passesOverRestored) throw sendsAgain();
  const refusal = whyNotSource(
    { source: facts, live },
    { liveNames: restores.liveNames, otherSource },
  );
  if (facts === undefined || refusal !== undefined) {
    throw notASource(name, refusal ?? { refused: "no_such_table" });
  }
  return { table, facts, live, resumesAt: undefined };
}

/** The sources that an interrupted run had not finished. */
function fromPosition(sources: Source[], resume: string | undefined): Source[] {
  if (resume === undefined) return sources;
  const name = tableOfPosition(resume);
  const index = sources.findIndex(({ facts }) => facts.name === name);
  if (index < 0) throw usageError("--resume is not a position of these tables");
  return sources
    .slice(index)
    .map((source, distance) => (distance === 0 ? { ...source, resumesAt: resume } : source));
}

function noneOf(prefix: string): OperatorError {
  return new OperatorError(
    `no table is named ${prefix} followed by a table of the service, such as ${prefix}Counters`,
    { code: "NOT_FOUND" },
  );
}
