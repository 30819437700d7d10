/** Widths in em of a common sans-serif font (Verdana, DejaVu Sans), which is wider than most. */
const widths: [characters: RegExp, em: number][] = [
  // Marks stand on the character before; joiners and selectors are not seen.
  [/^[\p{M}\p{Cf}\p{Cc}]$/u, 0],
  [/^[\p{Emoji_Presentation}\p{Regional_Indicator}]$/u, 1.25],
  [/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u, 1.05],
  // Punctuation of those scripts, and their forms of Latin letters.
  [/^[\u3000-\u303f\uff00-\uff60]$/u, 1.05],
  [/^[iljI|!.,:;'`\s\u2019]$/u, 0.38],
  [/^[ftr()[\]{}/\\-]$/u, 0.48],
  [/^[mwMW@%\u2026\u2014]$/u, 1.02],
  [/^\p{Lu}$/u, 0.76],
  [/^[\p{Nd}]$/u, 0.64],
  [
    /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]$/u,
    0.64,
  ],
];

/** Of any other character: most scripts are not wider. */
const otherEm = 0.85;

/** About how wide a text is, in em; what is joined into one picture, such as a family, is one. */
export function textWidth(text: string): number {
  return graphemesOf(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

/** The first characters of a text, as people see them; "…" in place of those beyond `most`. */
export function shortened(text: string, most: number): string {
  const graphemes = graphemesOf(text);
  return graphemes.length <= most ? text : `${graphemes.slice(0, most - 1).join("")}…`;
}

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("en") : undefined;

function graphemesOf(text: string): string[] {
  if (segmenter === undefined) return [...text];
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The widest of its characters: the others join or mark it. */
function graphemeWidth(grapheme: string): number {
  return Math.max(...[...grapheme].map(characterWidth));
}

function characterWidth(character: string): number {
  return widths.find(([characters]) => characters.test(character))?.[1] ?? otherEm;
}
