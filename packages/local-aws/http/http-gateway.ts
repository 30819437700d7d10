import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { EnvironmentPool } from "../functions/environment-pool.ts";
import { listen, unusablePort } from "../loopback-server.ts";
import type { OnEvent } from "../runtime-event.ts";
import { systemErrorCode } from "../start-error.ts";
import type { HttpApiSpec } from "./http-api.ts";
import { httpEvent, splitTarget } from "./http-event.ts";
import { gatewayResponses, type HttpResponse, responseOf } from "./http-response.ts";
import { matchRoute } from "./http-route.ts";

const maxBodyBytes = 10 * 1024 * 1024;
// A peer that does not close its end of a refused connection loses it after this time.
const refusedTimeoutMs = 5_000;

/** Serves the requests of an API once the stack is running. */
export interface Backend {
  api: HttpApiSpec;
  pool(functionName: string): EnvironmentPool;
}

/** One HTTP API on a local port: bound at once, serving when it has its backend. */
export class HttpGateway {
  readonly name: string;
  readonly #onEvent: OnEvent;
  readonly #servers: Server[] = [];
  /** Sockets that their server no longer tracks, and that would keep it from closing. */
  readonly #detached = new Set<Duplex>();
  #port = 0;
  #backend: Backend | undefined;

  constructor(name: string, onEvent: OnEvent) {
    this.name = name;
    this.#onEvent = onEvent;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Binds the port on both loopback addresses, for `localhost` can mean either. */
  async bind(port: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        this.#port = await this.#listen(port, "127.0.0.1");
        await this.#listen(this.#port, "::1").catch((error: unknown) => {
          if (systemErrorCode(error) === "EADDRINUSE") throw error;
          // A machine without IPv6 does not resolve localhost to it.
        });
        return;
      } catch (error) {
        await this.close();
        if (port !== 0 || attempt === 5) throw unusablePort(port, this.name, error);
      }
    }
  }

  /** Starts to serve; until then requests get 503. */
  serve(backend: Backend): void {
    this.#backend = backend;
  }

  /** Takes no more requests and waits for those in flight. */
  async close(): Promise<void> {
    const closing = this.#servers.map((server) => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      return closed;
    });
    for (const socket of this.#detached) socket.destroy();
    await Promise.all(closing);
    this.#servers.length = 0;
  }

  /** Ends all connections: a client that sends its request forever would keep `close` waiting. */
  breakOff(): void {
    for (const server of this.#servers) server.closeAllConnections();
    for (const socket of this.#detached) socket.destroy();
  }

  #listen(port: number, host: string): Promise<number> {
    // Without requireHostHeader Node itself would refuse, with an empty body.
    const server = createServer({ requireHostHeader: false }, (request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        this.#onEvent({ kind: "warning", message: `${this.name}: ${String(error)}` });
        response.destroy();
      });
    });
    server.on("clientError", (error, socket) => this.#refuse(socket, ...malformed(error)));
    server.on("checkExpectation", (_, response: ServerResponse) => {
      const { status, headers, body } = gatewayResponses.expectationFailed;
      response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
    });
    server.on("connect", (_, socket) => this.#refuse(socket, 400, "Bad Request"));
    this.#servers.push(server);
    return listen(server, port, host);
  }

  /** Responds on the bare socket, which no handler ever gets. */
  #refuse(socket: Duplex, status: number, reason: string): void {
    this.#detached.add(socket);
    socket.once("close", () => this.#detached.delete(socket));
    socket.on("error", () => socket.destroy());
    if (!socket.writable) return void socket.destroy();
    const body = JSON.stringify({ error: reason });
    socket.end(
      `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    // The rest of the request is dropped: the client sees the response and not a reset.
    socket.resume();
    setTimeout(() => socket.destroy(), refusedTimeoutMs).unref();
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
    const request = { message, body, requestId, receivedAt, port: this.#port };
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

/** The response to a request that Node's parser refuses. */
function malformed(error: Error): [status: number, reason: string] {
  const code = systemErrorCode(error);
  if (code === "HPE_HEADER_OVERFLOW") return [431, "Request Header Fields Too Large"];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "Request Timeout"];
  return [400, "Bad Request"];
}
