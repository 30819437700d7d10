import type { RestoreStores } from "../../../adapters/data/restore/dynamodb-restore.ts";
import { tableOfPosition } from "../../../adapters/data/restore/table-copy.ts";
import {
  type SourceRefusal,
  type TableFacts,
  whyNotSource,
} from "../../../core/data/restore/check-source.ts";
import {
  type RestorableTable,
  restorableTable,
  restorableTables,
} from "../../../core/data/restore/restorable-tables.ts";
import { OperatorError, usageError } from "../terminal/failure.ts";
import { notice } from "../terminal/output.ts";
import type { RestoreVerbOptions } from "./restore-command.ts";

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
  const live = liveName === undefined ? undefined : await restores.facts(liveName);
  if (live === undefined) {
    throw new OperatorError(`this service has no table ${table.name}; deploy it with one first`, {
      code: "NOT_FOUND",
    });
  }
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

/** Why this table cannot be copied from, in words. */
function notASource(name: string, refusal: SourceRefusal): OperatorError {
  switch (refusal.refused) {
    case "no_such_table":
      return new OperatorError(`there is no table ${name}; restore it first`, {
        code: "NOT_FOUND",
      });
    case "live_table":
      return new OperatorError(
        `${name} is a table of the running service; give the name of the restored table`,
        { code: "CONFLICT" },
      );
    case "not_ready":
      return new OperatorError(`${name} is not ready yet; wait until AWS has restored it`, {
        code: "CONFLICT",
      });
    case "other_keys":
      return new OperatorError(
        `${name} is another table: its key is ${refusal.found}, the live one's ${refusal.expected}`,
        { code: "CONFLICT" },
      );
    case "other_source":
      return new OperatorError(
        `${name} was restored from ${refusal.source}, which is not the live table; if that is ` +
          "meant, add --other-source",
        { code: "CONFLICT" },
      );
    default:
      return refusal satisfies never;
  }
}
