import { type DecimalSign, plainNumber, readingsOf, twoNumbers } from "../../../written-number.ts";
import { shortened } from "./import-columns.ts";
import type { ImportFile, ImportQuestion } from "./import-file.ts";

const numberColumns = ["incrementStep", "decrementStep", "goalTarget", "resetTo"];

export interface FileNumbers {
  /** The number in digits and a point; text that is no number where the cell has none. */
  numberIn(field: string, cell: string): string;
  /** Why a cell is no number that would be one with the other decimal sign; else nothing. */
  explain(field: string, cell: string): string;
}

/**
 * How the numbers of a file are written. Its decimal sign is that of the first cell that can have one
 * only; if there is none, and a cell would be another number with each sign, a person has to say it.
 */
export function numbersOf({
  rows: [header, ...rows],
  decimal: chosen,
}: Pick<ImportFile, "rows" | "decimal">): FileNumbers | ImportQuestion {
  if (chosen !== undefined) return numbersWith(chosen, "as chosen");
  let open: ImportQuestion | undefined;
  for (const { line, cells } of rows) {
    for (const [index, field] of header?.cells.entries() ?? []) {
      const cell = cells[index] ?? "";
      if (!numberColumns.includes(field)) continue;
      const [only, second] = readingsOf(cell);
      if (only !== undefined && second === undefined) {
        return numbersWith(only.decimal, `as “${shortened(cell)}” in line ${line} says`);
      }
      open ??= questionOf({ line, field, cell });
    }
  }
  return open ?? numbersWith(".", "");
}

function questionOf(where: { line: number; field: string; cell: string }) {
  const choices = twoNumbers(where.cell)?.map(({ decimal, number }) => ({
    value: decimal,
    reads: number,
  }));
  return choices && { about: "decimal" as const, ...where, choices };
}

// The cell itself could be a number with the other decimal sign.
const noNumber = "?";

function numbersWith(decimal: DecimalSign, because: string): FileNumbers {
  const isNumber = (field: string) => numberColumns.includes(field);
  return {
    numberIn: (field, cell) =>
      isNumber(field) && cell !== "" ? (plainNumber(cell, decimal) ?? noNumber) : cell,
    explain: (field, cell) => {
      if (!isNumber(field)) return "";
      const read = plainNumber(cell, decimal);
      if (read !== undefined) return read === cell ? "" : `, read as ${shortened(read)}`;
      const sign = decimal === "." ? "a point" : "a comma";
      return readingsOf(cell).length > 0 ? `; the decimal sign is ${sign}, ${because}` : "";
    },
  };
}
