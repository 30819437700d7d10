import type { EmbedView } from "../../../api/private/embeds.ts";
import { escapeMarkup } from "../../../core/markup.ts";

/** What shows an embed: a frame in a page, a screen on a wall, or an image. */
export type Shape = "embed" | "screen" | "badge";

/** The looks of an embed as the builder's inputs have them; empty for the page's own choice. */
export interface EmbedLooks {
  theme: string;
  accent: string;
  lang: string;
  label: string;
  width: number | string;
  height: number | string;
  /** Of screens. */
  capacity: number | string;
  comeIn: string;
  almostFull: string;
  pleaseWait: string;
}

export const plainLooks: EmbedLooks = {
  ...{ theme: "", accent: "", lang: "", label: "", width: 300, height: 200 },
  ...{ capacity: "", comeIn: "", almostFull: "", pleaseWait: "" },
};

const parametersOf: Record<Shape, (keyof EmbedLooks)[]> = {
  embed: ["theme", "accent", "lang", "label"],
  screen: ["theme", "accent", "lang", "label", "capacity", "comeIn", "almostFull", "pleaseWait"],
  badge: [],
};

/** The URL of an embed in this shape, with the looks that are not its own anyway. */
export function shownUrl({ url }: Pick<EmbedView, "url">, shape: Shape, looks: EmbedLooks): string {
  const page = new URL(url);
  if (shape === "badge") page.pathname += "/badge.svg";
  if (shape === "screen") page.pathname = page.pathname.replace("/embed/", "/screen/");
  for (const name of parametersOf[shape]) {
    const value = Number.isNaN(looks[name]) ? "" : String(looks[name]).trim();
    // A screen has nothing behind it.
    if (value === "" || (shape === "screen" && value.startsWith("transparent"))) continue;
    page.searchParams.set(name, name === "accent" ? value.replace("#", "") : value);
  }
  return page.href;
}

/** Markup for a page; a screen is opened by its URL. */
export function shownMarkup(embed: EmbedView, shape: Shape, looks: EmbedLooks): string | null {
  const shown = escapeMarkup(shownUrl(embed, shape, looks));
  if (shape === "screen") return null;
  if (shape === "badge") {
    return `<a href="${escapeMarkup(embed.url)}"><img src="${shown}" alt="Live count" height="20"></a>`;
  }
  const { width, height } = sizeOf(looks);
  return embed.html
    .replace(/src="[^"]*"/, () => `src="${shown}"`)
    .replace(/width="\d+"/, `width="${width}"`)
    .replace(/height="\d+"/, `height="${height}"`);
}

export function sizeOf({ width, height }: EmbedLooks): { width: number; height: number } {
  return { width: Number(width) || 300, height: Number(height) || 200 };
}
