import { isUnavailable } from "../../adapters/aws/unavailable-calls.ts";
import { ApiError } from "../../core/api-error.ts";
import { countFailure } from "../telemetry/failures.ts";
import { logger } from "../telemetry/logger.ts";
import type { HttpMiddleware, HttpResponse } from "./message.ts";

/**
 * Turns an ApiError into the contract's error body (§7), a call to AWS that can succeed a moment later
 * into 503 with Retry-After, and all else into a bare 500.
 */
export function errorResponse(): HttpMiddleware {
  return {
    onError(request) {
      const { error } = request;
      if (error instanceof ApiError) {
        request.response = apiErrorResponse(error);
        return;
      }
      const { requestId } = request.event.requestContext;
      logger.error("request failed", { requestId, error });
      if (isUnavailable(error)) {
        request.response = apiErrorResponse(tooBusy());
        return;
      }
      countFailure(request.context);
      request.response = jsonError(500, {
        error: `Internal error; please quote request ${requestId}`,
      });
    },
  };
}

/** For what can succeed in the next second, when the database has room again. */
export function tooBusy(message = "The service is too busy; repeat in 1 s"): ApiError {
  return new ApiError(503, message, { headers: { "retry-after": "1" } });
}

function apiErrorResponse({ status, message, details }: ApiError): HttpResponse {
  const { headers, cookies, ...extras } = details;
  const response = jsonError(status, { error: message, ...extras }, headers);
  return cookies === undefined ? response : { ...response, cookies };
}

function jsonError(
  statusCode: number,
  body: object,
  headers: Record<string, string> = {},
): HttpResponse {
  return {
    statusCode,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
    body: JSON.stringify(body),
  };
}
