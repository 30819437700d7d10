import { behindCdn } from "./behind-cdn.ts";
import {
  type HttpHandler,
  handlerWithHeaders,
  notAPage,
  publicHeaders,
  type Respond,
} from "./http-handler.ts";
import { readOnly } from "./read-only.ts";

/** On every response of the site. All of it is public, so every origin may read it. */
const everywhere = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  // Here and not at the CDN: those of its own policies that set HSTS forbid frames, too.
  ...publicHeaders,
};

/** A handler of the public site. Nothing may frame the response unless `pageHeaders` say so. */
export function siteHandler(respond: Respond, pageHeaders?: Record<string, string>): HttpHandler {
  return anySiteHandler(readOnly(respond), pageHeaders);
}

/** The same for every method. */
export function anySiteHandler(
  respond: Respond,
  pageHeaders: Record<string, string> = notAPage,
): HttpHandler {
  return handlerWithHeaders(behindCdn(respond), everywhere, pageHeaders);
}

/**
 * Every cache may keep a response for this many seconds. Without `stale-if-error=0` CloudFront
 * would serve an expired copy for as long as the service fails.
 */
export function publicCache(seconds: number): { "cache-control": string } {
  return { "cache-control": `public, max-age=${seconds}, stale-if-error=0` };
}
