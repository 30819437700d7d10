import { withoutBidiControls } from "../../core/bidi.ts";
import { colorOf } from "../../core/embeds/color.ts";
import { htmlLanguage, type Language, languageOf } from "./language.ts";

/** How a page was asked to look, by the parameters of its URL; what is not valid is as if absent. */
export interface Looks {
  /** Without it, the viewer's system decides. */
  scheme: "light" | "dark" | undefined;
  isTransparent: boolean;
  /** #rrggbb */
  accent: string | undefined;
  /** Without it, that of the page. */
  language: Language | undefined;
  /** Shown in place of the name. */
  label: string | undefined;
  /** Without "Live" and the time of change; what is not live is still said. */
  isQuiet: boolean;
}

/** Characters of a label, or of another text of the URL. */
export const longestText = 60;

/** Only scripts see these parameters: caches have one copy of a page for all of its looks. */
export function looksOf(query: URLSearchParams): Looks {
  const theme = query.get("theme");
  const isTransparent = theme === "transparent" || theme === "transparent-dark";
  return {
    isTransparent,
    scheme: schemeOf(theme),
    accent: colorOf(query.get("accent")),
    language: query.has("lang") ? languageOf(query.get("lang")) : undefined,
    label: textOf(query.get("label")),
    isQuiet: query.get("state") === "none",
  };
}

/** Puts the looks on the page. The page's policy allows properties that a script sets. */
export function applyLooks({ language, scheme, isTransparent, accent, isQuiet }: Looks): void {
  const { dataset, style } = document.documentElement;
  if (language !== undefined) applyLanguage(language);
  if (scheme !== undefined) useScheme(scheme);
  if (isTransparent) dataset.transparent = "";
  if (isQuiet) dataset.quiet = "";
  if (accent !== undefined) style.setProperty("--accent", accent);
}

/** The style asks for the viewer's scheme in one place for each: they are told the answer. */
function useScheme(scheme: "light" | "dark"): void {
  document.documentElement.style.colorScheme = scheme;
  for (const rule of [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])) {
    if (!(rule instanceof CSSMediaRule)) continue;
    if (!rule.media.mediaText.includes("prefers-color-scheme: dark")) continue;
    rule.media.mediaText = scheme === "dark" ? "all" : "not all";
  }
}

export function applyLanguage(language: Language): void {
  Object.assign(document.documentElement, htmlLanguage(language));
}

function schemeOf(theme: string | null): Looks["scheme"] {
  // A transparent page cannot know what is behind it.
  if (theme === "light" || theme === "transparent") return "light";
  return theme === "dark" || theme === "transparent-dark" ? "dark" : undefined;
}

/** Text of the URL: of one line, bounded, and without what turns the text around it. */
export function textOf(text: string | null): string | undefined {
  const line = withoutBidiControls(text ?? "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line === "" ? undefined : [...line].slice(0, longestText).join("");
}
