import { behindCdn } from "../http/behind-cdn.ts";
import {
  type HttpHandler,
  handlerWithHeaders,
  notAPage,
  type Respond,
} from "../http/http-handler.ts";

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
  return handlerWithHeaders(behindCdn(gzipThroughCdn(respond)), everywhere, headers);
}

/**
 * CloudFront compresses nothing under a policy that caches nothing, and forwards no Accept-Encoding
 * then; it passes on what its origin has compressed ("Serve compressed files", "Compression support",
 * CloudFront Developer Guide). Every browser accepts gzip. Hashed files are kept, in one copy for each
 * Accept-Encoding: there a missing header is the viewer's own.
 */
function gzipThroughCdn(respond: Respond): Respond {
  return (event, ...rest) => {
    const { headers, rawPath } = event;
    const dropped = "x-amz-cf-id" in headers && !rawPath.startsWith("/assets/");
    if (dropped) headers["accept-encoding"] ??= "gzip";
    return respond(event, ...rest);
  };
}
