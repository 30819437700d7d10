import * as z from "zod";
import { derivedDigits } from "../../../derived-id.ts";
import { NewName } from "../../../display-name.ts";
import { maximumImportRows } from "../../../limits.ts";
import { InitialCounterSettings, newCounter, type StoredCounter } from "../../counter.ts";
import { SettingText } from "../parse-settings.ts";

/** A row of a file: the line on which it begins (1 is the first) and its cells. */
export interface ImportRow {
  line: number;
  cells: string[];
}

export interface ImportError {
  line: number;
  /** The column, if the error is in one. */
  field?: string;
  reason: string;
}

/** A file as read: its rows, of which the first names the columns. */
export interface ImportFile {
  /** SHA-256 of the file's bytes, in hex. */
  hash: string;
  /** At most one row more than may be imported: enough to notice a file that is too long. */
  rows: ImportRow[];
  /** Where reading failed, if it did; the rows end there. */
  error?: ImportError;
}

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
}

/** Checks all rows of a file and names every mistake. */
export function planImport({ rows, error }: Omit<ImportFile, "hash">): ImportPlan {
  const plan = planRows(rows);
  return error === undefined ? plan : { ...plan, errors: [...plan.errors, error] };
}

function planRows([header, ...rows]: ImportRow[]): ImportPlan {
  if (header === undefined) return refused({ line: 1, reason: "the file is empty" });
  const named = { ...header, cells: header.cells.map(columnName) };
  const wrongColumns = columnErrors(named);
  if (wrongColumns.length > 0) return { rows: [], errors: wrongColumns };
  if (rows.length === 0) return refused({ line: header.line, reason: "no row follows the header" });
  if (rows.length > maximumImportRows) {
    const reason = `the file has more than ${maximumImportRows} rows; split it`;
    return refused({ line: rows[maximumImportRows]?.line ?? header.line, reason });
  }
  const plan: ImportPlan = { rows: [], errors: [] };
  for (const [index, row] of rows.entries()) {
    const read = readRow(named.cells, row);
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
  mode: SettingText.mode.exactOptional(),
  incrementStep: SettingText.incrementStep.exactOptional(),
  decrementStep: SettingText.decrementStep.exactOptional(),
  groupId: SettingText.groupId.exactOptional(),
  groupName: NewName.exactOptional(),
  goalTarget: SettingText.goalTarget.exactOptional(),
  resetDaily: SettingText.resetDaily.exactOptional(),
  resetTo: SettingText.resetTo.exactOptional(),
} satisfies Record<keyof InitialCounterSettings | "groupName", z.ZodType>);

const columns: string[] = Object.keys(RowText.shape);

/** The column that a cell of the header means, whatever its case; other cells as they are. */
function columnName(cell: string): string {
  const wanted = cell.trim().toLowerCase();
  return columns.find((column) => column.toLowerCase() === wanted) ?? cell;
}

/** A header with more cells is refused without naming each of them. */
const maximumColumns = 50;

function columnErrors({ line, cells }: ImportRow): ImportError[] {
  if (cells.length > maximumColumns) {
    return [
      { line, reason: `the header has ${cells.length} cells; there are ${columns.length} columns` },
    ];
  }
  const errors: ImportError[] = [];
  const known = columns.join(", ");
  for (const [index, field] of cells.entries()) {
    if (!columns.includes(field)) {
      const reason = `there is no such column; the columns are ${known}, separated by commas`;
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

function readRow(
  header: string[],
  { line, cells }: ImportRow,
): Pick<PlannedRow, "settings" | "groupName"> | { errors: ImportError[] } {
  if (cells.length !== header.length) {
    const reason = `the row has ${cells.length} cells, the header ${header.length}`;
    return { errors: [{ line, reason }] };
  }
  const filled = header.map((field, index) => [field, cells[index] ?? ""] as const);
  // An empty cell leaves the setting as a new counter has it; a name has no such value.
  const given = filled.filter(([field, cell]) => cell !== "" || field === "name");
  const parsed = RowText.safeParse(Object.fromEntries(given));
  if (parsed.success) return groupGivenOnce(parsed.data, line);
  const reasons = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0]);
    const cell = cells[header.indexOf(field)] ?? "";
    if (!reasons.has(field)) reasons.set(field, `${message}${quoted(cell)}`);
  }
  return { errors: [...reasons].map(([field, reason]) => ({ line, field, reason })) };
}

/** Of a wrong cell, or of the header, in characters. */
const mostQuoted = 40;

/** A wrong cell as far as it helps to find it; nothing of an empty one. */
function quoted(cell: string): string {
  if (cell === "") return "";
  return `, not “${shortened(cell)}”`;
}

function shortened(cell: string): string {
  // A character has two UTF-16 code units at most: the rest of a cell of megabytes is not looked at.
  const shown = [...cell.slice(0, 2 * mostQuoted + 2).replaceAll(/\p{C}/gu, "\uFFFD")];
  const end = shown.length > mostQuoted ? "…" : "";
  return `${shown.slice(0, mostQuoted).join("")}${end}`;
}

function groupGivenOnce({ groupName, ...texts }: z.output<typeof RowText>, line: number) {
  const settings = InitialCounterSettings.parse(texts);
  if (groupName === undefined) return { settings };
  if (settings.groupId === undefined) return { settings, groupName };
  const reason = "the row has a groupId as well; leave one of the two cells empty";
  return { errors: [{ line, field: "groupName", reason }] };
}

function refused(error: ImportError): ImportPlan {
  return { rows: [], errors: [error] };
}
