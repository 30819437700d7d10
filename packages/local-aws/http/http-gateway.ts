import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { EnvironmentPool } from "../functions/environment-pool.ts";
import { listen, unusablePort } from "../loopback-server.ts";
import type { OnEvent } from "../runtime-event.ts";
import { systemErrorCode } from "../start-error.ts";
import type { HttpApiSpec } from "./http-api.ts";
import { httpEvent, splitTarget } from "./http-event.ts";
import { answerOf, gatewayResponses, type HttpResponse } from "./http-response.ts";
import { matchRoute } from "./http-route.ts";

const maxBodyBytes = 10 * 1024 * 1024;
// A client that sends its request forever must not keep the runtime from stopping.
const closeGraceMs = 5_000;

/** What answers the requests of an API once the stack is up. */
export interface Backend {
  api: HttpApiSpec;
  pool(functionName: string): EnvironmentPool;
}

/** One HTTP API on a local port: bound at once, serving when it has its backend. */
export class HttpGateway {
  readonly name: string;
  readonly #onEvent: OnEvent;
  readonly #servers: Server[] = [];
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
    const closing = this.#servers.splice(0).map(
      (server) =>
        new Promise<void>((resolve) => {
          const impatience = setTimeout(() => server.closeAllConnections(), closeGraceMs);
          server.close(() => {
            clearTimeout(impatience);
            resolve();
          });
          server.closeIdleConnections();
        }),
    );
    await Promise.all(closing);
  }

  #listen(port: number, host: string): Promise<number> {
    // Without requireHostHeader Node itself would refuse, with an empty body.
    const server = createServer({ requireHostHeader: false }, (request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        this.#onEvent({ kind: "warning", message: `${this.name}: ${String(error)}` });
        response.destroy();
      });
    });
    server.on("clientError", refuseMalformed);
    server.on("checkExpectation", (_, response: ServerResponse) => {
      const { status, headers, body } = gatewayResponses.expectationFailed;
      response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
    });
    server.on("connect", (_, socket) => refuse(socket, 400, "Bad Request"));
    this.#servers.push(server);
    return listen(server, port, host);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const requestId = randomUUID();
    const { answer, functionName } = await this.#answer(request, requestId);
    if (!answer) return void response.destroy();
    send(request, response, answer, requestId);
    this.#onEvent({
      kind: "request-served",
      api: this.name,
      method: request.method ?? "",
      path: request.url ?? "",
      status: answer.status,
      durationMs: performance.now() - startedAt,
      ...(functionName && { functionName }),
    });
  }

  async #answer(
    message: IncomingMessage,
    requestId: string,
  ): Promise<{ answer?: HttpResponse; functionName?: string }> {
    const receivedAt = new Date();
    if (message.headers.host === undefined && message.httpVersion !== "1.0")
      return { answer: gatewayResponses.badRequest };
    const body = await readBody(message);
    if (body === "broken off") return {};
    if (body === "too large") return { answer: gatewayResponses.tooLarge };
    if (!this.#backend) return { answer: gatewayResponses.unavailable };
    const { api, pool } = this.#backend;
    const { path } = splitTarget(message.url ?? "/");
    const match = matchRoute(api.routes, message.method ?? "GET", path);
    if (!match) return { answer: gatewayResponses.notFound };
    const { functionName, timeoutMs } = match.route;
    const request = { message, body, requestId, receivedAt, port: this.#port };
    const invocation = pool(functionName).invoke(httpEvent(request, match, api.logicalId));
    const result = await within(timeoutMs, invocation);
    if (result?.outcome === "succeeded") return { answer: answerOf(result.payload), functionName };
    const { internalError, unavailable } = gatewayResponses;
    return { answer: result?.outcome === "failed" ? internalError : unavailable, functionName };
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | "too large" | "broken off"> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      // The rest is read and dropped, so that the client sees the answer and not a reset.
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

// Requests that Node's parser refuses never reach a handler: they are answered on the bare socket.
function refuseMalformed(error: Error, socket: Duplex): void {
  const code = systemErrorCode(error);
  if (code === "HPE_HEADER_OVERFLOW") refuse(socket, 431, "Request Header Fields Too Large");
  else if (code === "ERR_HTTP_REQUEST_TIMEOUT") refuse(socket, 408, "Request Timeout");
  else refuse(socket, 400, "Bad Request");
}

function refuse(socket: Duplex, status: number, reason: string): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ error: reason });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
