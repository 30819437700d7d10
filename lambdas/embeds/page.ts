import { hash } from "node:crypto";
import type { EmbeddedCounter } from "../../core/embeds/format-count.ts";
import {
  countPhrase,
  numberText,
  progressOf,
  widthInDigits,
} from "../../core/embeds/format-count.ts";
import { Markup, markup } from "../../core/markup.ts";

/** Script and style of the page, built from site/. */
export interface PageAssets {
  script: string;
  style: string;
}

export interface EmbedPage {
  sessionId: string;
  view: EmbeddedCounter;
  /** Absolute addresses of the page itself and of its oEmbed metadata. */
  addresses: { page: string; oembed: string };
  assets: PageAssets;
}

/**
 * What the pages may do: run and show exactly this script and style, and ask this site. Anybody may
 * frame them, so there is no frame-ancestors; `*` would still shut out pages that are local files.
 */
export function pageHeaders(
  { script, style }: PageAssets,
  baseUrl: string,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${sourceHash(script)}`,
    `style-src ${sourceHash(style)}`,
    "img-src data:",
    // In a sandbox without an origin 'self' is nothing for some versions of WebKit.
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    // A page that isolates itself can show the frame only with this.
    "cross-origin-embedder-policy": "require-corp",
  };
}

/** The live view as it stands now; its script keeps it current. */
export function embedPage({ sessionId, view, addresses, assets }: EmbedPage): string {
  const { name, updatedAt } = view;
  const count = numberText(view.count);
  const description = `Live count: ${countPhrase(view)}`;
  const head = markup`<title>${name}</title>
<link rel="alternate" type="application/json+oembed" href="${addresses.oembed}" title="${name}">
<link rel="canonical" href="${addresses.page}">
<meta property="og:type" content="website">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${addresses.page}">
<meta property="og:site_name" content="Counting Service">
<meta name="twitter:card" content="summary">
<meta name="description" content="${description}">`;
  const body = markup`<main class="view" data-state="still" data-source="/embed/${sessionId}/count">
<h1 class="name"><bdi dir="auto">${name}</bdi></h1>
<p class="count" data-width="${widthInDigits(count)}"><span class="number">${count}</span></p>
${goal(view)}
<p class="status"><span class="dot"></span><span class="state"></span><span class="changed"><span class="word">Changed </span><time datetime="${updatedAt}">${timeText(updatedAt)}</time></span></p>
</main>
<p class="announcement" role="status" aria-live="polite"></p>`;
  return page(head, body, assets);
}

/** What stands in the frame of a session that never was, or is shared no longer. */
export function unavailablePage(assets: PageAssets): string {
  const head = markup`<title>Not available</title>`;
  const body = markup`<main class="view" data-state="ended">
<div class="ended"><h1>Not shared</h1><p>This live count is not available.</p></div>
</main>`;
  return page(head, body, assets);
}

// The links to the metadata come first: consumers look into the first kilobytes only.
function page(head: Markup, body: Markup, { script, style }: PageAssets): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${head}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
${body}
<script>${new Markup(script)}</script>
</body>
</html>
`.html;
}

function goal(view: EmbeddedCounter): Markup {
  const progress = progressOf(view);
  const hidden = new Markup(progress === null ? " hidden" : "");
  const { percent, text } = progress ?? { percent: 0, text: "" };
  return markup`<div class="goal"${hidden}><svg class="bar" aria-hidden="true"><rect class="track" width="100%" height="100%"/><rect class="fill" width="${percent}%" height="100%"/></svg><p class="progress">${text}</p></div>`;
}

// For viewers without the script, who see no relative time.
function timeText(updatedAt: string): string {
  return `${updatedAt.slice(0, 10)} ${updatedAt.slice(11, 16)} UTC`;
}

function sourceHash(source: string): string {
  return `'sha256-${hash("sha256", source, "base64")}'`;
}
