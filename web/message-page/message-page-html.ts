import { directionOf, type Language } from "../../core/languages.ts";
import { Markup, markup } from "../../core/markup.ts";
import { logo } from "../browser/frame-html.ts";

export interface MessagePage {
  language: Language;
  title: string;
  message: string;
  /** What the reader can do about it. */
  action: Markup;
}

/** A page with one message, in a browser that may have no session. */
export function messagePageHtml(page: MessagePage, style: string): string {
  const { language, title, message, action } = page;
  return markup`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<header class="brand">${logo}Counting Service</header>
<main class="message">
<h1>${title}</h1>
<p class="lead" role="status">${message}</p>
${action}
</main>
</body>
</html>
`.html;
}
