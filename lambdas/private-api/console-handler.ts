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
  return handlerWithHeaders(behindCdn(respond), everywhere, headers);
}
