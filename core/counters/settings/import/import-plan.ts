import * as z from "zod";
import { derivedDigits } from "../../../derived-id.ts";
import { NewName } from "../../../display-name.ts";
import { maximumImportRows } from "../../../limits.ts";
import { InitialCounterSettings, newCounter, type StoredCounter } from "../../counter.ts";
import { SettingText } from "../parse-settings.ts";
import type { Column } from "./column-labels.ts";
import { columnErrors, columnOf, ModeText, shortened } from "./import-columns.ts";
import type { ImportError, ImportFile, ImportQuestion, ImportRow } from "./import-file.ts";
import { type FileNumbers, numbersOf } from "./import-numbers.ts";

/** A row without errors. */
export interface PlannedRow {
  /** 1 is the first below the header. */
  row: number;
  line: number;
  settings: InitialCounterSettings;
  /** The name of the group that the counter joins. */
  groupName?: string;
}

/** If there is an error, nothing of the file may be written. */
export interface ImportPlan {
  rows: PlannedRow[];
  errors: ImportError[];
  /** Asked before the rows can be read. */
  question?: ImportQuestion;
}

/** Checks all rows of a file and names every mistake. */
export function planImport(file: Omit<ImportFile, "hash">): ImportPlan {
  const { error, question } = file;
  if (question !== undefined) return { rows: [], errors: [], question };
  if (error !== undefined && file.rows.length === 0) return refused(error);
  const plan = planRows(file);
  return error === undefined ? plan : { ...plan, errors: [...plan.errors, error] };
}

function planRows({ rows: [header, ...rows], decimal }: Omit<ImportFile, "hash">): ImportPlan {
  if (header === undefined) return refused({ line: 1, reason: "the file is empty" });
  const named = { ...header, cells: header.cells.map((cell) => columnOf(cell) ?? cell) };
  const wrongColumns = columnErrors(named);
  if (wrongColumns.length > 0) return { rows: [], errors: wrongColumns };
  if (rows.length === 0) return refused({ line: header.line, reason: "no row follows the header" });
  if (rows.length > maximumImportRows) {
    const reason = `the file has more than ${maximumImportRows} rows; split it`;
    return refused({ line: rows[maximumImportRows]?.line ?? header.line, reason });
  }
  const table = [named, ...rows];
  const numbers = numbersOf({ rows: table, ...(decimal && { decimal }) });
  if ("about" in numbers) return { rows: [], errors: [], question: numbers };
  const plan: ImportPlan = { rows: [], errors: [] };
  for (const [index, row] of rows.entries()) {
    const read = readRow(named.cells, row, numbers);
    if ("errors" in read) plan.errors.push(...read.errors);
    else plan.rows.push({ row: index + 1, line: row.line, ...read });
  }
  return plan;
}

/** The counters of rows, each under an id that the same row of the same file always gets. */
export function importedCounters(
  rows: Pick<PlannedRow, "row" | "settings">[],
  file: { organizationId: string; fileHash: string; nowMs: number },
): StoredCounter[] {
  const { organizationId, nowMs } = file;
  return rows.map(({ row, settings }) => {
    const counterId = importedCounterId({ ...file, row });
    return newCounter(settings, { organizationId, counterId }, nowMs);
  });
}

/** `fileHash`: SHA-256 of the file's bytes, in hex; `row`: 1 is the first below the header. */
export function importedCounterId(source: {
  organizationId: string;
  fileHash: string;
  row: number;
}): string {
  const { organizationId, fileHash, row } = source;
  return `ctr_${derivedDigits(["counter import", organizationId, fileHash, row])}`;
}

const RowText = z.object({
  name: SettingText.name,
  mode: ModeText.exactOptional(),
  incrementStep: SettingText.incrementStep.exactOptional(),
  decrementStep: SettingText.decrementStep.exactOptional(),
  groupId: SettingText.groupId.exactOptional(),
  groupName: NewName.exactOptional(),
  goalTarget: SettingText.goalTarget.exactOptional(),
  resetDaily: SettingText.resetDaily.exactOptional(),
  resetTo: SettingText.resetTo.exactOptional(),
  countsPeople: SettingText.countsPeople.exactOptional(),
} satisfies Record<Column, z.ZodType>);

function readRow(
  header: string[],
  { line, cells }: ImportRow,
  numbers: FileNumbers,
): Pick<PlannedRow, "settings" | "groupName"> | { errors: ImportError[] } {
  // Spreadsheets leave out empty cells at the end of a row, and write some beyond the last column.
  const nameless = cells.findIndex((cell, index) => cell !== "" && !header[index]);
  if (nameless >= 0) {
    const cell = shortened(cells[nameless] ?? "");
    const reason = `“${cell}” stands in a column without a name; if it belongs to the cell before, put that in quotes`;
    return { errors: [{ line, field: `column ${columnLetters(nameless)}`, reason }] };
  }
  const named = header.flatMap((field, index) => (field === "" ? [] : [{ field, index }]));
  const filled = named.map(
    ({ field, index }) => [field, numbers.numberIn(field, cells[index] ?? "")] as const,
  );
  // An empty cell leaves the setting as it is, or as a new counter has it; a name is needed.
  const given = filled.filter(([field, cell]) => cell !== "" || field === "name");
  const parsed = RowText.safeParse(Object.fromEntries(given));
  if (parsed.success) return groupGivenOnce(parsed.data, line);
  const reasons = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0]);
    const cell = cells[header.indexOf(field)] ?? "";
    if (!reasons.has(field))
      reasons.set(field, `${message}${quoted(cell)}${numbers.explain(field, cell)}`);
  }
  return { errors: [...reasons].map(([field, reason]) => ({ line, field, reason })) };
}

/** As spreadsheets call a column: "A" is the first, and "AA" follows "Z". */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** A wrong cell as far as it helps to find it; nothing of an empty one. */
function quoted(cell: string): string {
  if (cell === "") return "";
  return `, not “${shortened(cell)}”`;
}

function groupGivenOnce({ groupName, ...texts }: z.output<typeof RowText>, line: number) {
  const settings = InitialCounterSettings.parse(texts);
  if (groupName === undefined) return { settings };
  if (settings.groupId === undefined) return { settings, groupName };
  const reason = "the row has the id of a group as well; leave one of the two cells empty";
  return { errors: [{ line, field: "groupName", reason }] };
}

function refused(error: ImportError): ImportPlan {
  return { rows: [], errors: [error] };
}
