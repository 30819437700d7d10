/** A line of a CSV file (RFC 4180); a number stays one, and no text is run as a formula. */
export function csvLine(cells: (string | number | bigint)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/**
 * What spreadsheets would take for the beginning of a formula, also in full width. Some first remove
 * spaces and characters that cannot be seen, so a text that begins with one counts, too.
 */
const beginsFormula = /^[\s\p{C}=+\-@＝＋－＠﹦﹢﹣﹫]/u;

/** An apostrophe makes a formula text again. */
function cell(value: string | number | bigint): string {
  if (typeof value !== "string") return String(value);
  const harmless = beginsFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
