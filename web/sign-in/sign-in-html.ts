import { Markup, markup } from "../../core/markup.ts";
import { logo } from "../browser/frame-html.ts";

export interface SignInPage {
  title: string;
  message: string;
  /** What the button says, and where it leads. */
  button?: { text: string; href: string };
}

/** A page that says why a sign-in did not work, or what a sign-out has left open. */
export function signInHtml({ title, message, button }: SignInPage, style: string): string {
  const action =
    button === undefined ? "" : markup`<a class="button" href="${button.href}">${button.text}</a> `;
  return markup`<!doctype html>
<html lang="en">
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
<p>${action}<a href="/">Start page</a></p>
</main>
</body>
</html>
`.html;
}
