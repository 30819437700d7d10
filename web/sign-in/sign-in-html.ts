import { Markup, markup } from "../../core/markup.ts";

export interface SignInPage {
  title: string;
  message: string;
  /** Where "Try again" leads. */
  tryAgain: string;
}

/** A page that says why a sign-in did not work, with a link to try again. */
export function signInHtml({ title, message, tryAgain }: SignInPage, style: string): string {
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
<h1>${title}</h1>
<p role="status">${message}</p>
<p><a class="button" href="${tryAgain}">Try again</a> <a href="/">Start page</a></p>
</main>
</body>
</html>
`.html;
}
