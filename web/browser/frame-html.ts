import { directionOf, type Language } from "../../core/languages.ts";
import { Markup, markup } from "../../core/markup.ts";
import { tooOld } from "./too-old-html.ts";

/** A file that was built with a hash in its name. */
interface BuiltFile {
  path: string;
  integrity: string;
}

/** The files of a page. */
export interface PageFiles {
  icon: BuiltFile;
  style: BuiltFile;
  script: BuiltFile;
}

/** What every page says. */
export interface FrameMessages {
  stillLoading: string;
  notLoadedTitle: string;
  notLoaded: string;
  tryAgain: string;
  needsScript: string;
  tooOld: string;
}

interface PageParts {
  language: Language;
  messages: FrameMessages;
  title: string;
  /** Without a script for a page that only says something. */
  files: Omit<PageFiles, "script"> & { script?: BuiltFile };
  /** The script of the language, which runs before the page's own. */
  spoken?: BuiltFile;
  /** A script that imports others is a module. */
  scriptType?: "classic" | "module";
  /** Translators of browsers leave it as it is: it has numbers that change, and speaks the languages itself. */
  isOriginal?: boolean;
  /** More for the head. */
  head?: Markup;
  body: Markup;
}

/** Says that a script of the page cannot come: nothing else would. */
export const scriptFailed =
  'addEventListener("error",function(e){if(e.target.tagName=="SCRIPT")document.documentElement.setAttribute("data-failed","")},true)';

// The script has no integrity: in place of one that no longer exists comes one that reloads the page.

/** A page of the console. It contains no personal data, so that a device can keep it. */
export function consolePage(parts: PageParts): string {
  const { language, messages, title, files, spoken, scriptType = "classic", body } = parts;
  const { head = new Markup(""), isOriginal = false } = parts;
  const { icon, style, script } = files;
  const loading = new Markup(scriptType === "module" ? 'type="module"' : "defer");
  const scripts = [spoken, script].filter((file) => file !== undefined);
  const tags = scripts.map(({ path }) => markup`<script ${loading} src="${path}"></script>`.html);
  return markup`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${isOriginal ? untranslated : ""}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0d1117" media="(prefers-color-scheme: dark)">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="${icon.path}">
<link rel="stylesheet" href="${style.path}" integrity="${style.integrity}">
${head}${script === undefined ? "" : markup`<script>${new Markup(scriptFailed)}</script>`}
${new Markup(tags.join("\n"))}
</head>
<body data-screen="loading">
${script === undefined ? "" : tooOld(messages.tooOld, floorOf(scriptType))}
${body}
${script === undefined ? "" : noScript(messages)}
</body>
</html>
`.html;
}

const untranslated = new Markup(' translate="no"');

/** Only the app of owners and admins is a module. */
function floorOf(scriptType: PageParts["scriptType"]) {
  return scriptType === "module" ? "owners" : "people";
}

function noScript({ needsScript }: FrameMessages): Markup {
  return markup`<noscript><p class="no-script">${needsScript}</p></noscript>`;
}

/**
 * What a page's script replaces or removes as it begins: a line after a few seconds, and then what to do.
 * The style sheet holds them back.
 */
export function notLoaded(messages: FrameMessages): Markup {
  return markup`<div class="not-loaded"><p class="still-loading">${messages.stillLoading}</p>
<div class="load-failed"><h1>${messages.notLoadedTitle}</h1>
<p>${messages.notLoaded}</p>
<p><a href="">${messages.tryAgain}</a></p></div>
</div>`;
}

/** A tally of five: the sign of the service. */
export const logo = new Markup(
  `<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M8 9v14M13.3 9v14M18.7 9v14M24 9v14M5.5 20.5l21-9"/></svg>`,
);
