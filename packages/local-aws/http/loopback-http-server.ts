import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { listen, unusablePort } from "../loopback-server.ts";
import type { OnEvent } from "../runtime-event.ts";
import { systemErrorCode } from "../start-error.ts";

// After this time a refused connection is closed, even if the peer keeps its end open.
const refusedTimeoutMs = 5_000;

/** An HTTP server on a port of both loopback addresses. */
export abstract class LoopbackHttpServer {
  /** The name in messages to people. */
  readonly name: string;
  protected readonly onEvent: OnEvent;
  readonly #maxHeaderBytes: number | undefined;
  readonly #servers: Server[] = [];
  /** Sockets that their server no longer tracks, and that would keep it from closing. */
  readonly #detached = new Set<Duplex>();
  #port = 0;

  constructor(name: string, onEvent: OnEvent, maxHeaderBytes?: number) {
    this.name = name;
    this.onEvent = onEvent;
    this.#maxHeaderBytes = maxHeaderBytes;
  }

  protected abstract handle(request: IncomingMessage, response: ServerResponse): Promise<void>;

  /** For requests that carry `Expect` with anything but 100-continue. */
  protected abstract handleExpectation(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void>;

  /** The response to a request that Node's parser refuses. */
  protected abstract refusal(status: number, reason: string): { contentType: string; body: string };

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
        if (port !== 0 || attempt === 5) throw unusablePort(port, this.name, error);
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
    const guarded = (handling: Promise<void>, response: ServerResponse) => {
      handling.catch((error: unknown) => {
        this.onEvent({ kind: "warning", message: `${this.name}: ${String(error)}` });
        response.destroy();
      });
    };
    const maxHeaderSize = this.#maxHeaderBytes;
    const server = createServer(
      // Without requireHostHeader Node itself would refuse, with an empty body.
      { requireHostHeader: false, ...(maxHeaderSize && { maxHeaderSize }) },
      (request, response) => guarded(this.handle(request, response), response),
    );
    server.on("clientError", (error, socket) => this.#refuse(socket, ...malformed(error)));
    server.on("checkExpectation", (request, response) =>
      guarded(this.handleExpectation(request, response), response),
    );
    server.on("connect", (_, socket) => this.#refuse(socket, 400, "Bad Request"));
    this.#servers.push(server);
    return listen(server, port, host);
  }

  /** Responds on the bare socket, because the request reaches no handler. */
  #refuse(socket: Duplex, status: number, reason: string): void {
    this.#detached.add(socket);
    socket.once("close", () => this.#detached.delete(socket));
    socket.on("error", () => socket.destroy());
    if (!socket.writable) return void socket.destroy();
    const { contentType, body } = this.refusal(status, reason);
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
