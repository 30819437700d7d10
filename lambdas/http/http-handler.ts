import middy from "@middy/core";
import type { Context } from "aws-lambda";
import { type DamagedItem, notingDamaged } from "../../adapters/aws/damaged-items.ts";
import { countFailure } from "../telemetry/failures.ts";
import { logger } from "../telemetry/logger.ts";
import { compression } from "./compression.ts";
import { entityTag } from "./entity-tag.ts";
import { errorResponse } from "./error-response.ts";
import type { HttpEvent, HttpMiddleware, HttpRequest, HttpResponse } from "./message.ts";
import { type RequestScope, requestScope } from "./request-scope.ts";
import { countRequest } from "./telemetry.ts";

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
    .handler((event, context) => {
      const scope = requestScope(context);
      return notingDamaged(scope.damaged, () => respond(event, scope, context));
    });
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

/**
 * Times a request, adds the request id and the scope's headers to every response, and writes one log
 * line and one metric line. The path is never logged: a client may have pasted its key there.
 */
function requestRecord(): HttpMiddleware {
  return {
    before: ({ context }) => void requestScope(context),
    after: finish,
    onError: finish,
  };
}

function finish(request: HttpRequest): void {
  const { event, context, response } = request;
  if (response === undefined || response === null) return;
  const scope = requestScope(context);
  const { requestId, routeKey } = event.requestContext;
  const route = scope.route ?? routeKey;
  response.headers = {
    ...response.headers,
    ...scope.responseHeaders,
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
  };
  const status = response.statusCode ?? 200;
  const durationMs = Math.round((performance.now() - scope.startedMs) * 100) / 100;
  countRequest({ route, status, durationMs });
  logDamaged(scope.damaged, request);
  logger.info("request", {
    requestId,
    functionRequestId: context.awsRequestId,
    route,
    status,
    durationMs,
    ...(scope.keyId !== undefined && { keyId: scope.keyId }),
  });
}

/** A release that takes whole items for damaged is rolled back as one whose requests fail. */
function logDamaged(damaged: DamagedItem[], { event, context }: HttpRequest): void {
  const { requestId } = event.requestContext;
  for (const { table, error } of damaged) {
    logger.error("damaged item left out", { requestId, table, reason: error.message });
  }
  if (damaged.length > 0) countFailure(context);
}
