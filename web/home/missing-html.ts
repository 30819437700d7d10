import { Markup, markup } from "../../core/markup.ts";
import { logo } from "../browser/frame-html.ts";

/** For an address of the site at which there is nothing. */
export function missingPage(style: string): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>This page does not exist · Counting Service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<style>${new Markup(style)}</style>
</head>
<body>
<header class="top"><a class="brand" href="/">${logo}<span>Counting Service</span></a></header>
<main>
<section class="message">
<h1>This page does not exist</h1>
<p class="lead">The URL may be mistyped, or the page may have moved.</p>
<p class="actions"><a class="button" href="/">Home page</a> <a href="/docs">Docs</a></p>
</section>
</main>
</body>
</html>
`.html;
}
