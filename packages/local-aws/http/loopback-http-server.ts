import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { listen, unusablePort } from "../loopback-server.ts";
import type { OnEvent } from "../runtime-event.ts";
import { systemErrorCode } from "../start-error.ts";

// A peer that does not close its end of a refused connection loses it after this time.
const refusedTimeoutMs = 5_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface HttpService {
  /** For people. */
  name: string;
  handle: Handle;
  /** Requests that carry `Expect` with anything but 100-continue. */
  handleExpectation: Handle;
  /** The response to a request that Node's parser refuses. */
  refusal(status: number, reason: string): { contentType: string; body: string };
  maxHeaderBytes?: number;
  onEvent: OnEvent;
}

/** An HTTP server on a port of both loopback addresses. */
export class LoopbackHttpServer {
  readonly #service: HttpService;
  readonly #servers: Server[] = [];
  /** Sockets that their server no longer tracks, and that would keep it from closing. */
  readonly #detached = new Set<Duplex>();
  #port = 0;

  constructor(service: HttpService) {
    this.#service = service;
  }

  get port(): number {
    return this.#port;
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
        if (port !== 0 || attempt === 5) throw unusablePort(port, this.#service.name, error);
      }
    }
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
    const { name, handle, handleExpectation, maxHeaderBytes, onEvent } = this.#service;
    const guarded = (handler: Handle) => (request: IncomingMessage, response: ServerResponse) => {
      handler(request, response).catch((error: unknown) => {
        onEvent({ kind: "warning", message: `${name}: ${String(error)}` });
        response.destroy();
      });
    };
    const server = createServer(
      // Without requireHostHeader Node itself would refuse, with an empty body.
      { requireHostHeader: false, ...(maxHeaderBytes && { maxHeaderSize: maxHeaderBytes }) },
      guarded(handle),
    );
    server.on("clientError", (error, socket) => this.#refuse(socket, ...malformed(error)));
    server.on("checkExpectation", guarded(handleExpectation));
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
    const { contentType, body } = this.#service.refusal(status, reason);
    socket.end(
      `HTTP/1.1 ${status} ${reason}\r\nContent-Type: ${contentType}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    // The rest of the request is dropped: the client sees the response and not a reset.
    socket.resume();
    setTimeout(() => socket.destroy(), refusedTimeoutMs).unref();
  }
}

/** The response to a request that Node's parser refuses. */
function malformed(error: Error): [status: number, reason: string] {
  const code = systemErrorCode(error);
  if (code === "HPE_HEADER_OVERFLOW") return [431, "Request Header Fields Too Large"];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "Request Timeout"];
  return [400, "Bad Request"];
}
