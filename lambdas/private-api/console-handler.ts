import { type HttpHandler, httpHandler, type Respond } from "../http/http-handler.ts";

/** Forbids frames and everything else that a page could do: for responses that are not pages. */
const notAPage = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
};

/** On every response of the console. None of it is for other origins. */
const everywhere = {
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

/** A handler of the console; `headers` replace those of a response that is not a page. */
export function consoleHandler(
  respond: Respond,
  headers: Record<string, string> = notAPage,
): HttpHandler {
  return httpHandler((event, scope, context) => {
    Object.assign(scope.responseHeaders, everywhere, headers);
    return respond(event, scope, context);
  });
}
