import type { Difference } from "../../../core/data/restore/differences.ts";
import type { RestorableTable } from "../../../core/data/restore/restorable-tables.ts";
import type { RestoreTally } from "../../../core/data/restore/restore-table.ts";
import { type Verdict, verdicts } from "../../../core/data/restore/restore-verdict.ts";
import { notice, plural, printList } from "../terminal/output.ts";
import type { RestoreVerbOptions } from "./restore-command.ts";

/** What became of the items of one table. */
export interface Row extends Record<Verdict, number> {
  table: string;
  putBack: number;
  replaced: number;
  changedMeanwhile: number;
  differences: Difference[];
  /** Items that differ and are in none of `differences`. */
  unlistedDifferences: number;
}

export function rowOf({ name }: RestorableTable, tally: RestoreTally): Row {
  const { putBack, replaced, changedMeanwhile } = tally;
  const { listed, unlisted } = tally.differences.list();
  return {
    ...{ table: name, ...tally.verdicts, putBack, replaced, changedMeanwhile },
    ...{ differences: listed, unlistedDifferences: unlisted },
  };
}

/** Prints the rows, and for people what they mean. */
export function printReport(rows: Row[], options: RestoreVerbOptions): void {
  const columns = [...compared, ...(options.dryRun ? [] : written)];
  printList(options, rows, { columns, whenEmpty: "There is nothing to restore." });
  explain(rows, options);
}

const compared = [
  ...(["table", "missing", "different", "same", "deleted", "expired", "unreadable"] as const),
];
/** A dry run writes nothing. */
const written = ["putBack", "replaced", "changedMeanwhile"] as const;

function explain(rows: Row[], options: RestoreVerbOptions): void {
  const { dryRun, only } = options;
  const sum = (name: Verdict | (typeof written)[number]) =>
    rows.reduce((total, row) => total + row[name], 0);
  if (dryRun) notice("Nothing was written: this was a dry run.");
  // A lost organization cannot be told from a mistyped id.
  if (only !== undefined && verdicts.every((verdict) => sum(verdict) === 0)) {
    notice(`note: no restored item belongs to ${only}; check the id`);
  }
  if (sum("deleted") > 0) {
    notice(
      `note: not put back, because deleted on purpose: ${plural(sum("deleted"), "item")}; ` +
        "see --include-deleted",
    );
  }
  if (sum("different") > 0) {
    notice(`note: ${fateOf(options)}: ${plural(sum("different"), "item")}`);
    for (const line of rows.flatMap(differenceLines)) notice(line);
  }
  if (sum("unreadable") > 0) {
    notice(
      `warning: left, because not of this table or version: ${plural(sum("unreadable"), "item")}`,
    );
  }
  if (sum("changedMeanwhile") > 0) {
    notice("note: some items changed meanwhile and are left; run it again");
  }
  const counters = rows.find(({ table }) => table === "Counters")?.putBack ?? 0;
  if (counters > 0) {
    notice(
      `note: ${plural(counters, "counter")} put back; lost events may have used their next numbers, so ` +
        "they continue at the time of this restore in milliseconds",
    );
  }
}

/** What becomes of the items that differ. */
function fateOf({ dryRun, overwrite }: RestoreVerbOptions): string {
  if (!overwrite) return "different and left as they are (--overwrite replaces them)";
  return dryRun ? "different, would be replaced" : "replaced, unless they changed meanwhile";
}

/** The most lines that are shown for one table. */
const mostLines = 20;

/** A line for each difference of a table, and one for what is not shown. */
export function differenceLines({ table, differences, unlistedDifferences }: Row): string[] {
  const lines = differences.slice(0, mostLines).map(({ fields, organizationId, items, ids }) => {
    const of = organizationId === null ? "" : ` of ${organizationId}`;
    const more = items > ids.length ? ` and ${(items - ids.length).toLocaleString("en")} more` : "";
    return `  ${table}${of}, ${fields.join(", ")}: ${ids.join(", ")}${more}`;
  });
  const hidden = differences.slice(mostLines).reduce((sum, { items }) => sum + items, 0);
  const rest = hidden + unlistedDifferences;
  if (rest === 0) return lines;
  const how = hidden > 0 ? "--json lists more, --only lists one organization" : "see --only";
  return [...lines, `  ${table}: ${plural(rest, "more item")}; ${how}`];
}
