import * as z from "zod";
import { CounterMode } from "../../counter.ts";
import { modeLabels } from "../setting-labels.ts";
import { columnLabels } from "./column-labels.ts";
import type { ImportError, ImportFile, ImportQuestion, ImportRow } from "./import-file.ts";

const columns = new Map(
  Object.entries(columnLabels).flatMap(([column, label]) => [
    [label.toLowerCase(), column],
    // The API's names are taken, too.
    [column.toLowerCase(), column],
  ]),
);

/** The column that a cell of the header means, whatever its case. */
export function columnOf(cell: string): string | undefined {
  return columns.get(cell.trim().toLowerCase());
}

/** The mode of a counter in the words of the console's forms, in any case, or in those of the API. */
export const ModeText = z
  .string()
  .transform((text) => modes.get(text.toLowerCase()) ?? text)
  .pipe(z.enum(CounterMode.options, `must be one of ${Object.values(modeLabels).join(", ")}`));

const modes = new Map<string, string>(
  Object.entries(modeLabels).map(([mode, label]) => [label, mode]),
);

/** A header with more cells is refused without naming each of them. */
const maximumColumns = 50;

/** What is wrong with a header, whose cells are the names of columns where they are known. */
export function columnErrors({ line, cells }: ImportRow): ImportError[] {
  const known: Record<string, string> = columnLabels;
  const names = Object.values(known);
  const { length } = cells.filter((cell) => cell !== "");
  if (length > maximumColumns) {
    return [{ line, reason: `the header has ${length} cells; there are ${names.length} columns` }];
  }
  const errors: ImportError[] = [];
  for (const [index, field] of cells.entries()) {
    // Allowed while nothing stands below it.
    if (field === "") continue;
    if (!Object.hasOwn(known, field)) {
      const reason = `there is no such column; the columns are ${names.join(", ")}`;
      errors.push({ line, field: shortened(field), reason });
    } else if (cells.indexOf(field) < index) {
      errors.push({ line, field, reason: "the column occurs twice" });
    }
  }
  if (errors.length === 0 && !cells.includes("name")) {
    errors.push({ line, field: "name", reason: "the column is missing; each counter needs it" });
  }
  return errors;
}

/** The errors with each column as the file calls it. */
export function withColumnNames(
  file: Pick<ImportFile, "rows">,
  errors: ImportError[],
): ImportError[] {
  const names = columnNames(file);
  return errors.map(({ field, ...error }) =>
    field === undefined ? error : { ...error, field: names.get(field) ?? field },
  );
}

/** The question with its column as the file calls it. */
export function withColumnName(
  file: Pick<ImportFile, "rows">,
  question: ImportQuestion,
): ImportQuestion {
  if (question.about === "encoding") return question;
  const cell = shortened(question.cell);
  return { ...question, cell, field: columnNames(file).get(question.field) ?? question.field };
}

function columnNames({ rows: [header] }: Pick<ImportFile, "rows">): Map<string, string> {
  const names = new Map<string, string>(Object.entries(columnLabels));
  for (const cell of header?.cells ?? []) {
    const column = columnOf(cell);
    if (column !== undefined) names.set(column, cell.trim());
  }
  return names;
}

/** How much of a wrong cell or header is quoted, in characters. */
const mostQuoted = 40;

/** A cell as far as it helps to find it. */
export function shortened(cell: string): string {
  // A character has two UTF-16 code units at most: the rest of a cell of megabytes is not looked at.
  const shown = [...cell.slice(0, 2 * mostQuoted + 2).replaceAll(/\p{C}/gu, "\uFFFD")];
  const end = shown.length > mostQuoted ? "…" : "";
  return `${shown.slice(0, mostQuoted).join("")}${end}`;
}
