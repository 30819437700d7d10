import { Markup, markup } from "../../core/markup.ts";
import { logo } from "../browser/frame-html.ts";

interface HomePage {
  /** Those that the page names; `embed` with `{sessionId}` for an id. */
  urls: Record<"api" | "counters" | "description" | "oembed" | "embed" | "console", string>;
  style: string;
  /** The URL of the embed that is shown; the picture of the README where it is undefined. */
  shownEmbed: string | undefined;
}

/** What the service is, and what an integrator needs to begin. */
export function homePage({ urls, style, shownEmbed }: HomePage): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Counting Service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${summary}">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="service-doc" href="/docs">
<link rel="service-desc" type="application/json" href="${urls.description}">
<style>${new Markup(style)}</style>
</head>
<body>
<header class="top">${logo}<span>Counting Service</span><a href="${urls.console}">Sign in</a></header>
<main>
<section class="hero${shownEmbed === undefined ? " with-picture" : ""}">
<div>
<h1>Count at the gate. <span>Use the number anywhere.</span></h1>
<p class="lead">${summary}</p>
<p class="actions"><a class="button" href="/docs">Read the docs</a> <a href="#begin">How to begin</a></p>
</div>
${shownEmbed === undefined ? picture : frameOf(shownEmbed)}
</section>
<section aria-labelledby="ways">
<h2 id="ways">Three ways to use a count</h2>
<ul class="cards">
<li><h3>Read API</h3><p>Read counters, their totals and their history as JSON over REST.</p><p class="plan">Pro and Enterprise</p></li>
<li><h3>Webhooks</h3><p>Receive a signed <code>POST</code> at your own URL each time a counter goes up or down.</p><p class="plan">Pro and Enterprise</p></li>
<li><h3>Embeds</h3><p>Show a live count on any page with one iframe, or by oEmbed. No key is needed.</p><p class="plan">Every plan</p></li>
</ul>
</section>
<section aria-labelledby="begin">
<h2 id="begin">How to begin</h2>
<ol class="steps">
<li><h3>Get an API key</h3>
<p>An owner or admin of your organization <a href="${urls.console}">signs in</a> and creates it in Settings, Developers, API keys. The key is shown once, at creation; keep it secret, on a server. A key reads the counters of its own organization and nothing else.</p></li>
<li><h3>Read your counters</h3>
<p>The read API is at <code>${urls.api}</code>. Send the key with every request:</p>
<pre><code>curl -H 'Authorization: Bearer <var>&lt;API_KEY&gt;</var>' \\
  ${urls.counters}</code></pre>
<p>Send the response's <code>ETag</code> back as <code>If-None-Match</code>, and the response is a 304 without a body until something changes. <a href="/docs/reference">Every operation and field</a></p></li>
<li><h3>Receive changes</h3>
<p>An owner or admin adds your HTTPS endpoint in Settings, Developers, Webhooks, and gets its secret and sample code that verifies signatures. Verify the signature of each webhook over the raw body, respond with 2xx within 10 seconds, and process afterwards. <a href="/docs/integrators/webhooks#verify-it">How to verify</a></p></li>
<li><h3>Embed a counter</h3>
<p>An owner or admin creates an embed on a counter's page, and copies its markup:</p>
<pre><code>&lt;iframe src="${urls.embed}"
  width="300" height="200" title="Live count"
  sandbox="allow-scripts"&gt;&lt;/iframe&gt;</code></pre>
<p>Software that knows oEmbed finds this markup from the link alone, or asks <code>${urls.oembed}</code> for it.</p></li>
</ol>
</section>
</main>
<footer><p>Everything in detail: <a href="/docs/reference">the API reference</a> and <a href="/docs/integrators/contract">the contract</a>.</p></footer>
</body>
</html>
`.html;
}

const summary =
  "This service counts things with counters, for example people at a gate. Read the counts over a REST API, receive them as signed webhooks, or show them live on your page.";

/** It has its size before it loads, so nothing on the page moves. */
function frameOf(url: string): Markup {
  return markup`<iframe class="live" src="${url}" width="300" height="250" title="A live count" sandbox="allow-scripts"></iframe>`;
}

// The picture of the README, which the docs have; its size is known before it loads.
const picture = new Markup(
  `<picture class="picture"><source media="(prefers-color-scheme: dark)" srcset="/docs/pictures/together-dark.webp"><img src="/docs/pictures/together-light.webp" width="1440" height="930" alt="A phone that counts at a gate, the console of a museum, and the number on a web page"></picture>`,
);
