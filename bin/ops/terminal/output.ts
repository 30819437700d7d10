import { displayWidth, shortened } from "./display-width.ts";
import { escapeControls, escapeForJson } from "./escape-controls.ts";

interface OutputOptions {
  json?: boolean;
}

/** One JSON document, or a line for each field followed by sentences for people. */
export function printRecord(
  options: OutputOptions,
  thing: Record<string, unknown>,
  sentences: string[] = [],
): void {
  if (options.json) {
    printJson(thing);
    return;
  }
  const width = Math.max(...Object.keys(thing).map((field) => field.length));
  const lines = Object.entries(thing).map(
    ([field, value]) => `${field.padEnd(width)}  ${cellText(value)}`,
  );
  write([...lines, ...(sentences.length > 0 ? ["", ...sentences] : [])]);
}

/** One JSON array, or a table of the chosen fields. */
export function printList<Thing extends object>(
  options: OutputOptions,
  things: Thing[],
  table: { columns: (keyof Thing & string)[]; whenEmpty: string },
): void {
  if (options.json) printJson(things);
  else if (things.length === 0) printText(table.whenEmpty);
  else printTable(things, table.columns);
}

export function printJson(document: unknown): void {
  write([escapeForJson(JSON.stringify(document, null, 2))]);
}

export function printText(text: string): void {
  write([text]);
}

/** A notice for people on stderr, where it does not disturb what reads stdout. */
export function notice(text: string): void {
  process.stderr.write(`${escapeControls(text)}\n`);
}

export function plural(count: number, noun: string): string {
  const several = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count.toLocaleString("en")} ${count === 1 ? noun : several}`;
}

function printTable<Thing extends object>(
  things: Thing[],
  columns: (keyof Thing & string)[],
): void {
  const rows = things.map((thing) => columns.map((column) => thing[column]));
  const texts = [columns, ...rows.map((row) => row.map(cellText).map(shortened))];
  const widths = columns.map((_, column) =>
    Math.max(...texts.map((row) => displayWidth(row[column] ?? ""))),
  );
  const numeric = columns.map((_, column) => typeof rows[0]?.[column] === "number");
  write(
    texts.map((row) =>
      row
        .map((text, column) => padded(text, widths[column] ?? 0, numeric[column] ?? false))
        .join("  ")
        .trimEnd(),
    ),
  );
}

function write(lines: string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

function padded(text: string, width: number, right: boolean): string {
  const spaces = " ".repeat(Math.max(0, width - displayWidth(text)));
  return right ? spaces + text : text + spaces;
}

function cellText(value: unknown): string {
  if (value === null) return "–";
  const text = escapeControls(typeof value === "object" ? JSON.stringify(value) : String(value));
  // A left-to-right mark ends right-to-left text, so that what follows keeps its place.
  return rightToLeft.test(text) ? `${text}\u200e` : text;
}

const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/u;
