import { Markup, markup } from "../../core/markup.ts";
import type { BuiltFile, FileOf } from "./hashed-files.ts";

/** What a page of the console may do beside what all of them may. */
export interface PagePolicy {
  /** `<style>` elements with this nonce. */
  styleNonce?: string;
  /** An origin that the page shows in frames. */
  frames?: string;
}

/** What the console's pages may do: load its own files, and talk to it; nobody may frame them. */
export function contentSecurityPolicy({ styleNonce, frames }: PagePolicy = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styleNonce === undefined ? "" : ` 'nonce-${styleNonce}'`}`,
    "connect-src 'self'",
    "img-src 'self'",
    ...(frames === undefined ? [] : [`frame-src ${frames}`]),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const pageHeaders = {
  "content-security-policy": contentSecurityPolicy(),
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
};

export interface PageParts {
  title: string;
  /** Absent for a page that only says something. */
  script?: BuiltFile;
  /** A script that imports others is a module. */
  scriptType?: "classic" | "module";
  style: BuiltFile;
  /** More for the head. */
  head?: Markup;
  body: Markup;
}

// The script has no integrity: in place of one that no longer exists comes one that reloads the page.

/** A page of the console: nothing in it is anybody's own, so that a device can keep it. */
export function consolePage(fileOf: FileOf, parts: PageParts): string {
  const { title, script, scriptType = "classic", style, head = new Markup(""), body } = parts;
  const loading = new Markup(scriptType === "module" ? 'type="module"' : "defer");
  const icon = (file: Parameters<FileOf>[0]) => fileOf(file).path;
  return markup`<!doctype html>
<html lang="en">
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
<link rel="apple-touch-icon" href="${icon("console/icon-180.png")}">
<link rel="stylesheet" href="${style.path}" integrity="${style.integrity}">
${head}${script === undefined ? "" : markup`<script ${loading} src="${script.path}"></script>`}
</head>
<body data-screen="loading">
${body}
${script === undefined ? "" : noScript}
</body>
</html>
`.html;
}

const noScript = new Markup(
  '<noscript><p class="no-script">This page needs JavaScript.</p></noscript>',
);

/**
 * What a page's script replaces or removes as it begins. The style sheet holds it back for a few
 * seconds: no script can say that one of the first scripts has failed.
 */
export const notLoaded = new Markup(`<div class="not-loaded">
<h1>This page has not loaded yet</h1>
<p>The connection is slow, or a part of the page has failed to load.</p>
<p><a href="">Try again</a></p>
</div>`);

/** A tally of five: the sign of the service. */
export const logo = new Markup(
  `<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M8 9v14M13.3 9v14M18.7 9v14M24 9v14M5.5 20.5l21-9"/></svg>`,
);
