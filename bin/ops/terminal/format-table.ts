import { escapeControls } from "./escape-controls.ts";

/** Longest text in a cell of a table, in columns; --json shows everything. */
const longestCell = 60;

/** The lines of a table of the chosen fields, numbers to the right. */
export function formatTable<Thing extends object>(
  things: Thing[],
  columns: (keyof Thing & string)[],
): string[] {
  const rows = things.map((thing) => columns.map((column) => thing[column]));
  const texts = [columns, ...rows.map((row) => row.map(formatCell).map(truncate))];
  const widths = columns.map((_, column) =>
    Math.max(...texts.map((row) => displayWidth(row[column] ?? ""))),
  );
  const numeric = columns.map((_, column) => typeof rows[0]?.[column] === "number");
  return texts.map((row) =>
    row
      .map((text, column) => padded(text, widths[column] ?? 0, numeric[column] ?? false))
      .join("  ")
      .trimEnd(),
  );
}

/** A line for each field. */
export function formatRecord(thing: Record<string, unknown>): string[] {
  const width = Math.max(...Object.keys(thing).map((field) => field.length));
  return Object.entries(thing).map(
    ([field, value]) => `${field.padEnd(width)}  ${formatCell(value)}`,
  );
}

function padded(text: string, width: number, right: boolean): string {
  const spaces = " ".repeat(Math.max(0, width - displayWidth(text)));
  return right ? spaces + text : text + spaces;
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return "–";
  const text = escapeControls(typeof value === "object" ? JSON.stringify(value) : String(value));
  // A left-to-right mark ends right-to-left text: the text after it keeps its place.
  return rightToLeft.test(text) ? `${text}\u200e` : text;
}

const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * How many columns a terminal uses for a text: two for wide characters, none for marks and joiners.
 */
function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of characters.segment(text)) width += characterWidth(segment);
  return width;
}

/** The text, or as much of its beginning as fits into a cell. */
function truncate(text: string): string {
  if (displayWidth(text) <= longestCell) return text;
  let beginning = "";
  let width = 1;
  for (const { segment } of characters.segment(text)) {
    width += characterWidth(segment);
    if (width > longestCell) break;
    beginning += segment;
  }
  return `${beginning}…`;
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

function characterWidth(character: string): number {
  if (invisible.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

const invisible = /^[\p{Mark}\p{Cf}]+$/u;
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Hangul}|[\u3000-\u303e\u30a0-\u30ff\uff01-\uff60\uffe0-\uffe6])|\ufe0f/u;
