import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { embedUrl } from "../../core/embeds/embed-session.ts";
import { oembedUrl } from "../../core/embeds/oembed.ts";
import { embedPage, unavailablePage } from "../../web/embed/embed-html.ts";
import { environmentOf } from "../functions/environment.ts";
import { showEmbed } from "../functions/site.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";
import { embeddedCountReader, notAvailableCaching } from "./embedded-count.ts";

const environment = environmentOf(showEmbed, process.env);
const readCount = embeddedCountReader(environment);

// Built into the function's folder, see `assets` in the list of functions.
const asset = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8").trim();
const assets = { script: asset("embed.js"), style: asset("embed.css") };

export const handler = siteHandler(async (event) => {
  const sessionId = event.pathParameters?.sessionId ?? "";
  const count = await readCount(sessionId);
  const html = { "content-type": "text/html; charset=utf-8" };
  if (count === undefined) {
    const headers = { ...html, ...notAvailableCaching };
    return { statusCode: 404, headers, body: unavailablePage(assets) };
  }
  const urls = {
    page: embedUrl(environment.BASE_URL, sessionId),
    oembed: oembedUrl(environment.BASE_URL, sessionId),
  };
  return {
    statusCode: 200,
    headers: {
      ...html,
      ...publicCache(5),
      link: `<${urls.oembed}>; rel="alternate"; type="application/json+oembed"`,
    },
    body: embedPage({ sessionId, counter: count, urls, assets }),
  };
}, pageHeaders());

/**
 * What the pages may do: run and show exactly this script and style, and send requests to this site.
 * Any page may frame them, so there is no frame-ancestors: `*` would exclude pages opened from files.
 */
function pageHeaders(): Record<string, string> {
  const { script, style } = assets;
  const policy = [
    "default-src 'none'",
    `script-src ${sourceHash(script)}`,
    `style-src ${sourceHash(style)}`,
    "img-src data:",
    // Some versions of WebKit match nothing with 'self' in a sandbox without an origin.
    `connect-src 'self' ${new URL(environment.BASE_URL).origin}`,
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
