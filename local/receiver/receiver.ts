import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import {
  type DeliveryHeaders,
  deliveryHeaders,
  type Verification,
  verifyDelivery,
  type WebhookEnvelope,
} from "../../core/webhooks/verify-delivery.ts";
import type { CertificateFiles } from "../certificate-authority.ts";
import { listen, systemErrorCode } from "../ports.ts";

export interface ReceiverOptions {
  /** On 127.0.0.1; 0 means any free one. */
  port: number;
  certificates: CertificateFiles;
  /** The secret of the endpoint at a path, read at each request: a Map may grow. */
  secrets: { get(path: string): string | undefined };
  /** The response to a verified delivery; 200 at once if not given. */
  behave?(delivery: VerifiedDelivery): ResponsePlan;
  /** Called before the response is sent, also for requests that could not be verified. */
  onDelivery?(delivery: ReceivedDelivery, planned: ResponsePlan): void;
  /** The sender left before the response, this long after its request had come. */
  onHangUp?(delivery: VerifiedDelivery, afterMs: number): void;
  /** A request that cannot be a delivery, in plain words. */
  onStray?(reason: string): void;
}

export interface ResponsePlan {
  status: number;
  hangMs: number;
}

interface Arrival {
  receivedAtMs: number;
  /** Without the query. */
  path: string;
  headers: DeliveryHeaders;
  /** The raw body as text. */
  body: string;
  /** As they came: the body byte for byte. */
  raw: { headers: IncomingHttpHeaders; body: Buffer };
}

export interface VerifiedDelivery extends Arrival {
  verified: true;
  deliveryId: string;
  event: WebhookEnvelope;
  /** How many verified requests have come for this delivery, this one included. */
  request: number;
  /** An earlier one got a 2xx response: this one is a duplicate. */
  acknowledged: boolean;
}

export interface UnverifiedDelivery extends Arrival {
  verified: false;
  reason: string;
}

export type ReceivedDelivery = VerifiedDelivery | UnverifiedDelivery;

export interface Receiver {
  port: number;
  /** `https://localhost:<port>/` */
  url: string;
  /** Ends what is in flight and frees the port. */
  close(): Promise<void>;
}

const maxBodyBytes = 262_144;

/**
 * Runs an HTTPS receiver on loopback that verifies what it gets as docs/integrators/webhooks.md
 * says.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { certificates, onStray = () => {} } = options;
  const seen = new SeenDeliveries();
  let closing = false;
  const onHangUp: ReceiverOptions["onHangUp"] = (delivery, afterMs) => {
    if (!closing) options.onHangUp?.(delivery, afterMs);
  };
  const server = createServer(
    {
      cert: readFileSync(certificates.certificate),
      key: readFileSync(certificates.key),
      handshakeTimeout: 10_000,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
    },
    (request, response) => receive({ ...options, onHangUp }, seen, { request, response }),
  );
  server.on("tlsClientError", (error) => onStray(strayConnection(error)));
  // Node's closeAllConnections does not know those that have not got through TLS yet.
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const port = await listen(server, options.port);
  return {
    port,
    url: `https://localhost:${port}/`,
    close: () =>
      new Promise((resolve) => {
        closing = true;
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

async function receive(options: ReceiverOptions, seen: SeenDeliveries, exchange: Exchange) {
  const { request, response } = exchange;
  const receivedAtMs = Date.now();
  const left = new AbortController();
  response.once("close", () => left.abort());
  const body = await takenBody(exchange, options);
  if (body === undefined) return;
  const path = request.url?.split("?")[0] ?? "/";
  const headers = deliveryHeaders(request.headers);
  const raw = { headers: request.headers, body };
  const arrival = { receivedAtMs, path, headers, body: body.toString("utf8"), raw };
  const secret = options.secrets.get(path);
  const verification: Verification =
    secret === undefined
      ? { verified: false, reason: "no endpoint has this path" }
      : verifyDelivery({ secret, headers, body, nowMs: receivedAtMs });
  if (!verification.verified) {
    const planned = { status: secret === undefined ? 404 : 400, hangMs: 0 };
    options.onDelivery?.({ ...arrival, ...verification }, planned);
    return end(response, planned.status, `not verified: ${verification.reason}\n`);
  }
  const key = `${path} ${verification.deliveryId}`;
  const delivery = { ...arrival, ...verification, ...seen.see(key) };
  const planned = options.behave?.(delivery) ?? { status: 200, hangMs: 0 };
  options.onDelivery?.(delivery, planned);
  const answeringMs = performance.now();
  if (!(await waited(planned.hangMs, left.signal)))
    return options.onHangUp?.(delivery, performance.now() - answeringMs);
  const accepted = planned.status >= 200 && planned.status < 300;
  if (accepted) response.once("finish", () => seen.acknowledge(key));
  end(response, planned.status, accepted ? "received\n" : "told to refuse\n");
}

/** The raw body of a POST; undefined when another response has been sent. */
async function takenBody(
  { request, response }: Exchange,
  { onStray = () => {} }: ReceiverOptions,
): Promise<Buffer | undefined> {
  if (request.method !== "POST") {
    onStray(`a ${request.method} request, which a delivery never is`);
    end(response.setHeader("Allow", "POST"), 405, "A delivery is a POST.\n");
    return undefined;
  }
  const body = await readBody(request);
  if (body === "too large") {
    onStray(`a body of more than ${maxBodyBytes} bytes`);
    end(response.setHeader("Connection", "close"), 413, "The body is too large.\n");
    return undefined;
  }
  if (body === "broken off") onStray("a request that broke off");
  return body === "broken off" ? undefined : body;
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(text);
}

async function readBody(request: IncomingMessage): Promise<Buffer | "too large" | "broken off"> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return await new Promise((resolve) => {
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      // The rest is read and dropped, so the sender sees the response.
      if (bytes > maxBodyBytes) resolve("too large");
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", () => resolve("broken off"));
    request.on("close", () => resolve("broken off"));
  });
}

/** False when the sender has left. */
async function waited(hangMs: number, left: AbortSignal): Promise<boolean> {
  if (hangMs > 0) await delay(hangMs, undefined, { signal: left }).catch(() => {});
  return !left.aborted;
}

interface Seen {
  /** How many requests have come for the delivery, this one included. */
  request: number;
  /** An earlier one got a 2xx response: this one is a duplicate. */
  acknowledged: boolean;
}

/** Remembers the deliveries that came last; with the default, in some 20 MB. */
export class SeenDeliveries {
  readonly #seen = new Map<string, Seen>();
  readonly #limit: number;

  constructor(limit = 100_000) {
    this.#limit = limit;
  }

  see(delivery: string): Seen {
    const before = this.#seen.get(delivery) ?? { request: 0, acknowledged: false };
    const now = { ...before, request: before.request + 1 };
    this.#putLast(delivery, now);
    return now;
  }

  acknowledge(delivery: string): void {
    const seen = this.#seen.get(delivery);
    if (seen) this.#putLast(delivery, { ...seen, acknowledged: true });
  }

  #putLast(delivery: string, seen: Seen): void {
    this.#seen.delete(delivery);
    this.#seen.set(delivery, seen);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > this.#limit && oldest !== undefined) this.#seen.delete(oldest);
  }
}

/** Why the TLS handshake of a connection failed, in plain words. */
function strayConnection(error: Error): string {
  const code = systemErrorCode(error) ?? error.message;
  if (/HTTP_REQUEST/.test(code))
    return "plain HTTP on the HTTPS port: the URL begins with https://";
  if (/UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN/.test(code))
    return "a client that does not trust the certificate: it needs ca.pem";
  // Node.js closes the connection silently where others say what they do not trust.
  if (code === "ECONNRESET")
    return "a client that left during TLS: perhaps it does not trust the certificate (ca.pem)";
  return `a connection that did not get through TLS (${code})`;
}
