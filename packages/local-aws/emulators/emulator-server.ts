import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { listen } from "../loopback-server.ts";

/** A request to an emulator; `target` is path and query as they were sent. */
export interface EmulatorRequest {
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer | "too large";
}

export interface EmulatorResponse {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Buffer;
}

interface EmulatorOptions {
  maxBodyBytes: number;
  /** Must not throw: an error is a response in the service's own form. */
  respond(request: EmulatorRequest): EmulatorResponse;
}

/** The HTTP server of an emulator of an AWS service, on loopback. */
export class EmulatorServer {
  readonly #server: Server;

  constructor(options: EmulatorOptions) {
    this.#server = createServer(async (message, response) => {
      const body = await readBody(message, options.maxBodyBytes);
      if (body === "broken off") return;
      const { method = "GET", url: target = "/", headers } = message;
      send(method, response, options.respond({ method, target, headers, body }));
    });
  }

  /** Listens on a free port and returns its URL. */
  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server, 0)}`;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}

async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | "too large" | "broken off"> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      // The rest is read and dropped: the client sees the response and not a reset.
      if (size <= maxBytes) chunks.push(chunk);
    }
  } catch {
    return "broken off";
  }
  return size > maxBytes ? "too large" : Buffer.concat(chunks);
}

function send(
  method: string,
  response: ServerResponse,
  { status, headers, body = "" }: EmulatorResponse,
): void {
  response.writeHead(status, {
    "x-amzn-requestid": randomUUID(),
    ...(status !== 204 && { "content-length": Buffer.byteLength(body) }),
    ...headers,
  });
  response.end(method === "HEAD" || status === 204 ? undefined : body);
}
