/**
 * What spreadsheets would take for the beginning of a formula, also in full width. Some first remove
 * spaces and characters that cannot be seen, so a text that begins with one counts, too.
 */
const beginsFormula = String.raw`[\s\p{C}=+\-@＝＋－＠﹦﹢﹣﹫]`;
const sign = String.raw`[=+\-@＝＋－＠﹦﹢﹣﹫]`;

const atStart = new RegExp(`^(?=${beginsFormula})`, "u");
// A sheet that separates by another sign than the file would begin a cell there.
const behindSeparator = new RegExp(`([^][,;\t])(?=${sign})`, "gu");
const escapedAtStart = new RegExp(`^'(?=${beginsFormula})`, "u");
const escapedBehindSeparator = new RegExp(`([^][,;\t])'(?=${sign})`, "gu");

/** A text as a cell that no spreadsheet runs: an apostrophe makes a formula text again. */
export function asSheetText(text: string): string {
  return text.replace(behindSeparator, "$1'").replace(atStart, "'");
}

/** The text that was made a harmless cell, so that a file of ours can be read again. */
export function fromSheetText(cell: string): string {
  return cell.replace(escapedAtStart, "").replace(escapedBehindSeparator, "$1");
}
