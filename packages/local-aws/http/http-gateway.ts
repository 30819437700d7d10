import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { EnvironmentPool } from "../functions/environment-pool.ts";
import type { OnEvent } from "../runtime-event.ts";
import type { HttpApiSpec } from "./http-api.ts";
import { httpEvent, splitTarget } from "./http-event.ts";
import { gatewayResponses, type HttpResponse, responseOf } from "./http-response.ts";
import { matchRoute } from "./http-route.ts";
import { LoopbackHttpServer } from "./loopback-http-server.ts";

const maxBodyBytes = 10 * 1024 * 1024;

/** Serves the requests of an API once the stack is running. */
export interface Backend {
  api: HttpApiSpec;
  pool(functionName: string): EnvironmentPool;
}

/** One HTTP API on a local port: bound at once, serving when it has its backend. */
export class HttpGateway {
  readonly name: string;
  readonly #onEvent: OnEvent;
  readonly #server: LoopbackHttpServer;
  #backend: Backend | undefined;

  constructor(name: string, onEvent: OnEvent) {
    this.name = name;
    this.#onEvent = onEvent;
    this.#server = new LoopbackHttpServer({
      name,
      handle: (request, response) => this.#handle(request, response),
      handleExpectation: async (_, response) => {
        const { status, headers, body } = gatewayResponses.expectationFailed;
        response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
      },
      refusal: (_, reason) => ({
        contentType: "application/json",
        body: JSON.stringify({ error: reason }),
      }),
      onEvent,
    });
  }

  get url(): string {
    return this.#server.url;
  }

  bind(port: number): Promise<void> {
    return this.#server.bind(port);
  }

  /** Starts to serve; until then requests get 503. */
  serve(backend: Backend): void {
    this.#backend = backend;
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  breakOff(): void {
    this.#server.breakOff();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const requestId = randomUUID();
    const { served, functionName } = await this.#respond(request, requestId);
    if (!served) return void response.destroy();
    send(request, response, served, requestId);
    this.#onEvent({
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
    const body = await readBody(message);
    if (body === "broken off") return {};
    if (body === "too large") return { served: gatewayResponses.tooLarge };
    if (!this.#backend) return { served: gatewayResponses.unavailable };
    const { api, pool } = this.#backend;
    const { path } = splitTarget(message.url ?? "/");
    const match = matchRoute(api.routes, message.method ?? "GET", path);
    if (!match) return { served: gatewayResponses.notFound };
    const { functionName, timeoutMs } = match.route;
    const request = { message, body, requestId, receivedAt, port: this.#server.port };
    const invocation = pool(functionName).invoke(httpEvent(request, match, api.logicalId));
    const result = await within(timeoutMs, invocation);
    if (result?.outcome === "succeeded")
      return { served: responseOf(result.payload), functionName };
    const { internalError, unavailable } = gatewayResponses;
    return { served: result?.outcome === "failed" ? internalError : unavailable, functionName };
  }
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
