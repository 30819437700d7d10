import { Problem } from "../../core/api-error.ts";
import type { HttpAnswer, HttpMiddleware } from "./message.ts";
import { logger } from "./telemetry.ts";

/** Turns a Problem into the contract's error body (§7), and all else into a bare 500. */
export function errorAnswer(): HttpMiddleware {
  return {
    onError(request) {
      const { error } = request;
      if (error instanceof Problem) {
        request.response = problemAnswer(error);
        return;
      }
      const { requestId } = request.event.requestContext;
      logger.error("request failed", { requestId, error });
      request.response = answer(500, {
        error: `Internal error; please quote request ${requestId}`,
      });
    },
  };
}

function problemAnswer({ status, message, details }: Problem): HttpAnswer {
  const { headers, ...extras } = details;
  return answer(status, { error: message, ...extras }, headers);
}

function answer(
  statusCode: number,
  body: object,
  headers: Record<string, string> = {},
): HttpAnswer {
  return {
    statusCode,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
    body: JSON.stringify(body),
  };
}
