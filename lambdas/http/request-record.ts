import type { HttpMiddleware, HttpRequest } from "./message.ts";
import { requestScope } from "./request-scope.ts";
import { countRequest, logger } from "./telemetry.ts";

/**
 * Times a request, adds the request id and the scope's headers to every response, and writes one log
 * line and one metric line. The path is never logged: a client may have pasted its key there.
 */
export function requestRecord(): HttpMiddleware {
  return {
    before: ({ context }) => void requestScope(context),
    after: finish,
    onError: finish,
  };
}

function finish({ event, context, response }: HttpRequest): void {
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
  logger.info("request", {
    requestId,
    functionRequestId: context.awsRequestId,
    route,
    status,
    durationMs,
    ...(scope.keyId !== undefined && { keyId: scope.keyId }),
  });
}
