import { type Markup, markup } from "../markup.ts";
import { isolated } from "../messages.ts";
import { colorOf, inkOn } from "./color.ts";
import { shortened, textWidth } from "./text-width.ts";

/** A badge's two parts, and the state that the right one's colour follows. */
export interface Badge {
  label: string;
  text: string;
  state: "plain" | "room" | "almost" | "full" | "gone";
}

export interface BadgeLooks {
  /** Of the page around it; without one, that of the viewer's system. */
  theme: "light" | "dark" | undefined;
  /** #rrggbb, behind a number that is of nothing. */
  accent: string | undefined;
}

const height = 24;
const fontSize = 12;
const padding = 8;

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

/** Of the left part. */
const themes = {
  light: { ground: "#ffffff", edge: "#c4cdd8", ink: "#0b0f14" },
  dark: { ground: "#171d26", edge: "#3a4554", ink: "#f4f6f8" },
};

/** As an image, the badge is asked what its viewer prefers; opened by itself, it is light. */
const darkStyle = markup`<style>@media (prefers-color-scheme:dark){.ground{fill:${themes.dark.ground};stroke:${themes.dark.edge}}.ink{fill:${themes.dark.ink}}}</style>`;

/** The looks in the last part of a badge's path, where the CDN puts what its query says: "dark-ff8800". */
export function badgeLooks(path: string | undefined): BadgeLooks {
  const [theme, accent] = (path ?? "").split("-");
  return {
    theme: theme === "light" || theme === "dark" ? theme : undefined,
    accent: colorOf(accent ?? null),
  };
}

/** An SVG image of a label and a number, for where no script runs. */
export function badgeSvg({ label, text, state }: Badge, { theme, accent }: BadgeLooks): string {
  const left = part(shortened(label, mostCharacters));
  const right = part(text);
  const width = left.width + right.width;
  const spoken = inXml(`${isolated(label)}: ${text}`);
  const { ground, edge, ink } = themes[theme ?? "light"];
  const color = (state === "plain" && accent) || colors[state];
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${spoken}"><title>${spoken}</title>${theme === undefined ? darkStyle : ""}<clipPath id="r"><rect width="${width}" height="${height}" rx="6"/></clipPath><rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="5.5" fill="${ground}" stroke="${edge}"/><rect x="${left.width}" width="${right.width}" height="${height}" fill="${color}" clip-path="url(#r)"/><g font-family="Verdana,DejaVu Sans,Noto Sans,sans-serif" font-size="${fontSize}" text-anchor="middle" unicode-bidi="plaintext"><g class="ink" fill="${ink}">${drawn(left, 0)}</g><g fill="${inkOn(color)}">${drawn(right, left.width)}</g></g></svg>`
    .html;
}

function part(text: string) {
  const textPixels = Math.ceil(textWidth(text) * fontSize);
  return { text, textPixels, width: textPixels + 2 * padding };
}

/** The viewer's font is not known: text is drawn as wide as its place is. */
function drawn({ text, textPixels, width }: ReturnType<typeof part>, x: number): Markup {
  return markup`<text x="${x + width / 2}" y="16.5" textLength="${textPixels}" lengthAdjust="spacingAndGlyphs">${inXml(text)}</text>`;
}

/** XML has no place for some characters that a name may have. */
function inXml(text: string): string {
  return text.replace(/[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
