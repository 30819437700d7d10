import { Markup, markup } from "../../core/markup.ts";
import { logo } from "../browser/frame-html.ts";

interface SitePage {
  title: string;
  style: string;
  /** The URL of the console. */
  console: string;
  /** More for the head. */
  head?: Markup;
  main: Markup;
}

/** A page of the public site, with the ways to the docs and the console above it and all others below. */
export function sitePage({ title, style, console, head = new Markup(""), main }: SitePage): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<link rel="icon" href="/favicon.ico" sizes="32x32">
<style>${new Markup(style)}</style>
</head>
<body>
<header class="top"><a class="brand" href="/">${logo}<span>Counting Service</span></a><nav class="links" aria-label="Site"><a href="/docs">Docs</a><a class="button quiet" href="${console}">Sign in</a></nav></header>
<main>
${main}
</main>
<footer class="foot">
<div><p class="brand">${logo}<span>Counting Service</span></p><p>Your organization runs it in its own AWS account. This page sets no cookies.</p></div>
<nav aria-label="Owners"><h2>Owners</h2><ul><li><a href="${console}">Sign in</a></li><li><a href="/docs/operators/counting">Counting</a></li><li><a href="/docs/operators/console">Console</a></li></ul></nav>
<nav aria-label="Developers"><h2>Developers</h2><ul><li><a href="/docs">Docs</a></li><li><a href="/docs/reference">Reference</a></li><li><a href="/docs/integrators/contract">Contract</a></li></ul></nav>
<nav aria-label="Operators"><h2>Operators</h2><ul><li><a href="/docs/repository">Run it</a></li><li><a href="/docs/security">Security</a></li><li><a href="/docs/changelog">Changelog</a></li></ul></nav>
</footer>
</body>
</html>
`.html;
}
