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
  state: "" | "none";
  /** Of screens. */
  capacity: number | string;
  arrow: "" | "left" | "right" | "up" | "down";
  comeIn: string;
  almostFull: string;
  pleaseWait: string;
}

export const plainLooks: EmbedLooks = {
  ...{ theme: "", accent: "", lang: "", label: "", width: 300, height: 200, state: "" },
  ...{ capacity: "", arrow: "", comeIn: "", almostFull: "", pleaseWait: "" },
};

const parametersOf: Record<Shape, (keyof EmbedLooks)[]> = {
  embed: ["theme", "accent", "lang", "label", "state"],
  screen: [
    ...(["theme", "accent", "lang", "label", "capacity", "arrow"] as const),
    ...(["comeIn", "almostFull", "pleaseWait"] as const),
  ],
  badge: ["theme", "accent"],
};

/** The URL of an embed in this shape, with the looks that are not its own anyway. */
export function shownUrl({ url }: Pick<EmbedView, "url">, shape: Shape, looks: EmbedLooks): string {
  const page = new URL(url);
  if (shape === "badge") page.pathname += "/badge.svg";
  if (shape === "screen") page.pathname = page.pathname.replace("/embed/", "/screen/");
  for (const name of parametersOf[shape]) {
    const value = Number.isNaN(looks[name]) ? "" : String(looks[name]).trim();
    // Only a frame shows what is behind it.
    if (value === "" || (shape !== "embed" && value.startsWith("transparent"))) continue;
    page.searchParams.set(name, name === "accent" ? value.replace("#", "") : value);
  }
  return page.href;
}

/** Markup for a page; a screen is opened by its URL. */
export function shownMarkup(embed: EmbedView, shape: Shape, looks: EmbedLooks): string | null {
  const shown = escapeMarkup(shownUrl(embed, shape, looks));
  if (shape === "screen") return null;
  if (shape === "badge") {
    return `<a href="${escapeMarkup(embed.url)}"><img src="${shown}" alt="Live count" height="24"></a>`;
  }
  const { width, height } = sizeOf(looks);
  const scheme = frameScheme(looks);
  return embed.html
    .replace(/src="[^"]*"/, () => `src="${shown}"`)
    .replace(/width="\d+"/, `width="${width}"`)
    .replace(/height="\d+"/, `height="${height}"`)
    .replace(/style="[^"]*"/, (style) => (scheme ? `style="color-scheme:${scheme}"` : style));
}

/** Of a transparent frame: browsers show what is behind it only where its page has the same. */
export function frameScheme({ theme }: Pick<EmbedLooks, "theme">): "light" | "dark" | undefined {
  if (!theme.startsWith("transparent")) return undefined;
  return theme === "transparent" ? "light" : "dark";
}

export function sizeOf({ width, height }: EmbedLooks): { width: number; height: number } {
  return { width: Number(width) || 300, height: Number(height) || 200 };
}
