/** Longest text in a cell of a table, in columns; --json shows everything. */
const longestCell = 60;

/** How many columns a terminal gives to a text: wide characters two, marks and joiners none. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of characters.segment(text)) width += characterWidth(segment);
  return width;
}

/** The text, or as much of its beginning as fits into a cell. */
export function shortened(text: string): string {
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
