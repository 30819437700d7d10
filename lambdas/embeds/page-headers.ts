import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { tooOldScripts } from "../../web/browser/too-old-html.ts";

/** The script and the style of a page, which stand in its HTML. */
export interface PageAssets {
  script: string;
  style: string;
}

/** Reads what was built into the function's folder, see `assets` in the list of functions. */
export function pageAssets(name: string, folder: string): PageAssets {
  const asset = (file: string) => readFileSync(new URL(file, folder), "utf8").trim();
  return { script: asset(`${name}.js`), style: asset(`${name}.css`) };
}

/**
 * What the pages may do: run and show exactly these scripts and this style, and send requests to this site.
 * Any page may frame them, so there is no frame-ancestors: `*` would exclude pages opened from files.
 */
export function pageHeaders(
  { script, style }: PageAssets,
  baseUrl: string,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${sourceHash(script)} ${sourceHash(tooOldScripts.notBegun)}`,
    `style-src ${sourceHash(style)}`,
    "img-src data:",
    // Some versions of WebKit match nothing with 'self' in a sandbox without an origin.
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    // A cross-origin isolated page can frame only pages that send this.
    "cross-origin-embedder-policy": "require-corp",
  };
}

function sourceHash(source: string): string {
  return `'sha256-${hash("sha256", source, "base64")}'`;
}
