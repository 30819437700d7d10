import middy from "@middy/core";
import type { Context } from "aws-lambda";
import { compression } from "./compression.ts";
import { entityTag } from "./entity-tag.ts";
import { errorResponse } from "./error-response.ts";
import type { HttpEvent, HttpResponse } from "./message.ts";
import { requestRecord } from "./request-record.ts";
import { type RequestScope, requestScope } from "./request-scope.ts";

export type Respond = (
  event: HttpEvent,
  scope: RequestScope,
  context: Context,
) => Promise<HttpResponse>;

export type HttpHandler = middy.MiddyfiedHandler<HttpEvent, HttpResponse>;

/** Left before Lambda's own timeout for a response with the contract's error body. */
const timeForErrorResponseMs = 100;

/**
 * The one HTTP wrapper: request id, log line and metrics around the response, entity tag and
 * compression on it; thrown errors become the contract's error body.
 */
export function httpHandler(respond: Respond): HttpHandler {
  return middy<HttpEvent, HttpResponse>({ timeoutEarlyInMillis: timeForErrorResponseMs })
    .use(requestRecord())
    .use(compression())
    .use(entityTag())
    .use(errorResponse())
    .handler((event, context) => respond(event, requestScope(context), context));
}

/** Forbids frames and everything else that a page could do: for responses that are not pages. */
export const notAPage = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
};

/** The same wrapper, with headers for every response; they replace those that it has of the same name. */
export function handlerWithHeaders(
  respond: Respond,
  ...headers: Record<string, string>[]
): HttpHandler {
  return httpHandler((event, scope, context) => {
    Object.assign(scope.responseHeaders, ...headers);
    return respond(event, scope, context);
  });
}

/** On every response of what can be reached without a CDN that would add them. */
export const publicHeaders = {
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000",
};

/** A handler of the read API's surface. */
export function apiHandler(respond: Respond, headers: Record<string, string> = {}): HttpHandler {
  return handlerWithHeaders(respond, publicHeaders, headers);
}
