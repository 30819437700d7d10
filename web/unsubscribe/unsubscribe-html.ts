import { directionOf, type Language } from "../../core/languages.ts";
import { Markup, markup } from "../../core/markup.ts";
import { logo } from "../browser/frame-html.ts";

export interface UnsubscribePage {
  language: Language;
  title: string;
  message: string;
  /** Sends the page's own URL with POST. */
  button?: string;
}

/** The page behind the link at the end of a mail, in a browser that may have no session. */
export function unsubscribeHtml(page: UnsubscribePage, style: string): string {
  const { language, title, message, button } = page;
  const form = button
    ? markup`<form method="post"><button class="button">${button}</button></form>`
    : "";
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
<main>
<p class="brand">${logo}Counting Service</p>
<h1>${title}</h1>
<p role="status">${message}</p>
${form}
</main>
</body>
</html>
`.html;
}
