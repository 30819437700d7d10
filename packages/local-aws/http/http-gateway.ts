import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type EnvironmentPool, tooLargeErrorType } from "../functions/environment-pool.ts";
import type { AccessControl } from "../iam/access-control.ts";
import { type HttpApiSpec, invocationRequest } from "./http-api.ts";
import { httpEvent, splitTarget } from "./http-event.ts";
import { gatewayResponses, type HttpResponse, responseOf } from "./http-response.ts";
import { matchRoute } from "./http-route.ts";
import { LoopbackHttpServer } from "./loopback-http-server.ts";

const maxHeadBytes = 10_240;
const maxBodyBytes = 10 * 1024 * 1024;

/** Serves the requests of an API once the stack is running. */
export interface Backend {
  api: HttpApiSpec;
  pool(functionName: string): EnvironmentPool;
  access: AccessControl;
}

/** One HTTP API on a local port: bound at once, serving when it has its backend. */
export class HttpGateway extends LoopbackHttpServer {
  #backend: Backend | undefined;

  /** Starts to serve; until then requests get 503. */
  serve(backend: Backend): void {
    this.#backend = backend;
  }

  protected override async handleExpectation(_: IncomingMessage, response: ServerResponse) {
    const { status, headers, body } = gatewayResponses.expectationFailed;
    response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
  }

  protected override refusal(_: number, reason: string) {
    return { contentType: "application/json", body: JSON.stringify({ error: reason }) };
  }

  protected override async handle(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const startedAt = performance.now();
    const requestId = randomUUID();
    const { served, functionName } = await this.#respond(request, requestId);
    if (!served) return void response.destroy();
    send(request, response, served, requestId);
    this.onEvent({
      kind: "request-served",
      api: this.name,
      method: request.method ?? "",
      path: request.url ?? "",
      status: served.status,
      durationMs: performance.now() - startedAt,
      ...(functionName && { functionName }),
    });
  }

  async #respond(
    message: IncomingMessage,
    requestId: string,
  ): Promise<{ served?: HttpResponse; functionName?: string }> {
    const receivedAt = new Date();
    if (message.headers.host === undefined && message.httpVersion !== "1.0")
      return { served: gatewayResponses.badRequest };
    if (headBytes(message) > maxHeadBytes) return { served: gatewayResponses.headTooLarge };
    const body = await readBody(message);
    if (body === "broken off") return {};
    if (body === "too large") return { served: gatewayResponses.tooLarge };
    if (!this.#backend) return { served: gatewayResponses.unavailable };
    const { api, pool, access } = this.#backend;
    const { path } = splitTarget(message.url ?? "/");
    const match = matchRoute(api.routes, message.method ?? "GET", path);
    if (!match) return { served: gatewayResponses.notFound };
    const { functionName, timeoutMs } = match.route;
    const request = { message, body, requestId, receivedAt, port: this.port };
    const { internalError, tooLarge, unavailable } = gatewayResponses;
    const invoking = invocationRequest(api.logicalId, match.route);
    if (access.refuseService("apigateway.amazonaws.com", invoking))
      return { served: internalError };
    const invocation = pool(functionName).invoke(httpEvent(request, match, api.logicalId));
    const result = await within(timeoutMs, invocation);
    if (result?.outcome === "succeeded")
      return { served: responseOf(result.payload), functionName };
    if (result?.outcome === "failed" && result.error.errorType === tooLargeErrorType)
      return { served: tooLarge, functionName };
    return { served: result?.outcome === "failed" ? internalError : unavailable, functionName };
  }
}

/** The request line and the values of all headers, which API Gateway limits together. */
function headBytes({ method = "", url = "", httpVersion, rawHeaders }: IncomingMessage): number {
  const values = rawHeaders.filter((_, index) => index % 2 === 1).join("");
  return `${method} ${url} HTTP/${httpVersion}`.length + values.length;
}

async function readBody(request: IncomingMessage): Promise<Buffer | "too large" | "broken off"> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      // The rest is read and dropped: the client sees the response and not a reset.
      if (size <= maxBodyBytes) chunks.push(chunk);
    }
  } catch {
    return "broken off";
  }
  return size > maxBodyBytes ? "too large" : Buffer.concat(chunks);
}

async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  requestId: string,
): void {
  const bodiless = status === 204 || status === 304;
  response.writeHead(status, {
    ...headers,
    ...(!bodiless && { "content-length": body.length }),
    "apigw-requestid": requestId,
  });
  response.end(request.method === "HEAD" || bodiless ? undefined : body);
}
