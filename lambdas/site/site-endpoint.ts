import { type HttpHandler, httpEndpoint, type Respond } from "../http/endpoint.ts";

/** Forbids all frames, and everything else that a page could do: for answers that are no page. */
const notFramed = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
};

/** On every answer of the site. All of it is public, so every origin may read it. */
const everywhere = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
};

/** An endpoint of the public site. Nothing may frame it, unless it brings headers of its own. */
export function siteEndpoint(
  respond: Respond,
  pageHeaders: Record<string, string> = notFramed,
): HttpHandler {
  return httpEndpoint((event, scope) => {
    Object.assign(scope.responseHeaders, everywhere, pageHeaders);
    return respond(event, scope);
  });
}
