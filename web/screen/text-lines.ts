import { textWidth } from "../../core/embeds/text-width.ts";

/** How wide a text is in one line, and at its best in two and four, in em of bold capitals; at least 2. */
export function linesOf(text: string): { oneLine: number; twoLines: number; fourLines: number } {
  const words = text.split(" ");
  const inLines = (lines: number) => Math.max(2, narrowest(words, lines));
  return { oneLine: inLines(1), twoLines: inLines(2), fourLines: inLines(4) };
}

/** The width of the longest line where the words are broken best into up to so many lines. */
function narrowest(words: string[], lines: number): number {
  const whole = textWidth(words.join(" ").toLocaleUpperCase()) * boldness;
  if (lines === 1) return whole;
  const broken = words.slice(1).map((_, index) => {
    const [first, rest] = [words.slice(0, index + 1), words.slice(index + 1)];
    return Math.max(narrowest(first, 1), narrowest(rest, lines - 1));
  });
  return Math.min(whole, ...broken);
}

const boldness = 1.12;
