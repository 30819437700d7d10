import type middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** A request in the HTTP API's payload format 2.0. */
export type HttpEvent = APIGatewayProxyEventV2;

export interface HttpResponse extends APIGatewayProxyStructuredResultV2 {
  /** The body as bytes; the middleware `compression` turns it into `body`. */
  bytes?: Buffer;
}

/** What middlewares work on: the request, and its response once there is one. */
export type HttpRequest = middy.Request<HttpEvent, HttpResponse>;

export interface HttpMiddleware {
  before?: (request: HttpRequest) => void;
  after?: (request: HttpRequest) => void;
  onError?: (request: HttpRequest) => void;
}

/** A 200 with a JSON body; bytes are JSON already. */
export function jsonResponse(body: unknown, headers: Record<string, string> = {}): HttpResponse {
  return {
    statusCode: 200,
    headers: { "content-type": "application/json", ...headers },
    ...(Buffer.isBuffer(body) ? { bytes: body } : { body: JSON.stringify(body) }),
  };
}
