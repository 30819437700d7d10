import { columnLabels } from "../../../../core/counters/settings/import/column-labels.ts";
import { modeLabels } from "../../../../core/counters/settings/setting-labels.ts";
import { type CsvDialect, csvLine } from "../../../browser/csv-line.ts";

const { name, mode, incrementStep, decrementStep, goalTarget, groupName } = columnLabels;
const header = [name, mode, incrementStep, decrementStep, goalTarget, groupName];

/** One counter of each mode; an empty cell leaves a setting as a new counter has it. */
const rows = [
  ["North gate", modeLabels.both, 1, 1, 500, ""],
  ["Visitors today", modeLabels["increment-only"], 1, "", "", ""],
  ["Seats left", modeLabels["decrement-only"], "", 1, "", ""],
];

/** A file to begin with: the usual columns, and what their cells can be. */
export function sampleFile(dialect: CsvDialect): string {
  return [header, ...rows].map((cells) => csvLine(cells, dialect)).join("");
}
