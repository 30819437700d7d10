export interface Piece {
  text: string;
  isMarked: boolean;
}

/** As MiniSearch divides a text into its terms. */
const separators = /([\n\r\p{Z}\p{P}]+)/u;

/** A text with the words that were found marked. The words are in lower case. */
export function marked(text: string, words: Iterable<string>): Piece[] {
  const found = new Set(words);
  return text
    .split(separators)
    .filter((part) => part !== "")
    .map((part) => ({ text: part, isMarked: found.has(part.toLowerCase()) }));
}

/** The part of a text around the first of the words, cut between words. */
export function excerpt(text: string, words: Iterable<string>, length = 140): Piece[] {
  const pieces = marked(text, words);
  const first = pieces.findIndex(({ isMarked }) => isMarked);
  const at = pieces.slice(0, Math.max(0, first)).reduce((sum, piece) => sum + piece.text.length, 0);
  const from = at < 50 ? 0 : text.lastIndexOf(" ", at - 40) + 1;
  const end = text.lastIndexOf(" ", from + length);
  const to = text.length <= from + length ? text.length : end > at ? end : from + length;
  const shown = `${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
  return marked(shown, words);
}
