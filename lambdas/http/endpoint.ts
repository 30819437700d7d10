import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { compression } from "./compression.ts";
import { entityTag } from "./entity-tag.ts";
import { errorAnswer } from "./error-answer.ts";
import { requestRecord } from "./request-record.ts";
import { type RequestScope, requestScope } from "./request-scope.ts";

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpAnswer = APIGatewayProxyStructuredResultV2;

export type Respond = (event: HttpEvent, scope: RequestScope) => Promise<HttpAnswer>;

export type HttpHandler = middy.MiddyfiedHandler<HttpEvent, HttpAnswer>;

export type HttpRequest = middy.Request<HttpEvent, HttpAnswer>;

export interface HttpMiddleware {
  before?: (request: HttpRequest) => void;
  after?: (request: HttpRequest) => void;
  onError?: (request: HttpRequest) => void;
}

/** Left before Lambda's own timeout for an answer that has the contract's error body. */
const timeForErrorAnswerMs = 100;

/**
 * The one HTTP wrapper: request id, log line and metrics around the answer; entity tag and
 * compression on it; thrown errors become the contract's error body.
 */
export function httpEndpoint(respond: Respond): HttpHandler {
  return middy<HttpEvent, HttpAnswer>({
    timeoutEarlyInMillis: timeForErrorAnswerMs,
  })
    .use(requestRecord())
    .use(compression())
    .use(entityTag())
    .use(errorAnswer())
    .handler((event, context) => respond(event, requestScope(context)));
}

/** A 200 with a JSON body. */
export function jsonAnswer(body: unknown, headers: Record<string, string> = {}): HttpAnswer {
  return {
    statusCode: 200,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}
