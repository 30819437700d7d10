import { textWidth } from "../../core/embeds/text-width.ts";

/** How wide a text is in one line, and at its best in two, in em of bold capitals; at least 2. */
export function linesOf(text: string): { oneLine: number; twoLines: number } {
  const width = (part: string) => textWidth(part.toLocaleUpperCase()) * boldness;
  const words = text.split(" ");
  const splits = words.slice(1).map((_, index) => {
    const [first, second] = [words.slice(0, index + 1), words.slice(index + 1)];
    return Math.max(width(first.join(" ")), width(second.join(" ")));
  });
  const oneLine = Math.max(2, width(text));
  return { oneLine, twoLines: Math.max(2, Math.min(oneLine, ...splits)) };
}

const boldness = 1.12;
