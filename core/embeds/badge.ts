import { type Markup, markup } from "../markup.ts";
import { isolated } from "../messages.ts";
import { shortened, textWidth } from "./text-width.ts";

/** A badge's two parts, and the state that the right one's colour follows. */
export interface Badge {
  label: string;
  text: string;
  state: "plain" | "room" | "almost" | "full" | "gone";
}

const height = 20;
const fontSize = 11;
const padding = 7;

/** Of a label, as people see them. */
const mostCharacters = 40;

// With a contrast of at least 4.5 to white text.
const colors: Record<Badge["state"], string> = {
  plain: "#1552c8",
  room: "#0b7a50",
  almost: "#8a5a00",
  full: "#c22a2a",
  gone: "#4f5a67",
};

/** An SVG image of a label and a number, for where no script runs. */
export function badgeSvg({ label, text, state }: Badge): string {
  const left = part(shortened(label, mostCharacters));
  const right = part(text);
  const width = left.width + right.width;
  const spoken = inXml(`${isolated(label)}: ${text}`);
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${spoken}"><title>${spoken}</title><clipPath id="r"><rect width="${width}" height="${height}" rx="4"/></clipPath><g clip-path="url(#r)"><rect width="${left.width}" height="${height}" fill="#303a48"/><rect x="${left.width}" width="${right.width}" height="${height}" fill="${colors[state]}"/></g><g fill="#ffffff" font-family="Verdana,DejaVu Sans,Noto Sans,sans-serif" font-size="${fontSize}" text-anchor="middle" unicode-bidi="plaintext">${drawn(left, 0)}${drawn(right, left.width)}</g></svg>`
    .html;
}

function part(text: string) {
  const textPixels = Math.ceil(textWidth(text) * fontSize);
  return { text, textPixels, width: textPixels + 2 * padding };
}

/** The viewer's font is not known: text is drawn as wide as its place is. */
function drawn({ text, textPixels, width }: ReturnType<typeof part>, x: number): Markup {
  return markup`<text x="${x + width / 2}" y="14" textLength="${textPixels}" lengthAdjust="spacingAndGlyphs">${inXml(text)}</text>`;
}

/** XML has no place for some characters that a name may have. */
function inXml(text: string): string {
  return text.replace(/[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
