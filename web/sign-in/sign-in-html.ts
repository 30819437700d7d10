import { Markup, markup } from "../../core/markup.ts";

export interface SignInPage {
  title: string;
  message: string;
  /** Where "Try again" leads. */
  tryAgain: string;
}

/** A page that says why a sign-in did not work, with a link to try again. */
export function signInHtml({ title, message, tryAgain }: SignInPage): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${new Markup(signInStyle)}</style>
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

/** Of the page, which its policy names by its hash. */
export const signInStyle = `
:root { color-scheme: light dark; --paper: #fff; --ink: #10151c; --quiet: #4e5967; --accent: #1f5fd6; --on-accent: #fff;
font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; line-height: 1.55; }
@media (prefers-color-scheme: dark) { :root { --paper: #11151b; --ink: #f4f6f8; --quiet: #a9b4c1; --accent: #78a9ff; --on-accent: #0b1220; } }
body { margin: 0; background: var(--paper); color: var(--ink); }
main { max-width: 32rem; margin: 0 auto; padding: clamp(1.5rem, 10vh, 6rem) 1.25rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 0.75rem; }
p { margin: 0 0 1.5rem; color: var(--quiet); }
a { color: var(--accent); display: inline-block; padding: 0.7rem 0.4rem; }
.button { background: var(--accent); color: var(--on-accent); padding: 0.7rem 1.3rem; border-radius: 0.7rem; text-decoration: none; font-weight: 600; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
`.trim();
