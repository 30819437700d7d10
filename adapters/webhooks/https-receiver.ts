import { lookup } from "node:dns/promises";
import type { ClientRequest, IncomingMessage } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { SentAttempt } from "../../core/webhooks/deliver.ts";
import { type ReceiverAddressPorts, receiverAddresses } from "../../core/webhooks/endpoint-url.ts";
import type { WebhookRequest } from "../../core/webhooks/signed-request.ts";
import { systemClock } from "../system-clock.ts";
import { isOwnTrouble, NoResponse, plainReason, wasClosed } from "./https-errors.ts";
import { ResponseHead } from "./response-head.ts";

export interface SendOptions {
  /** Ranges such as `127.0.0.0/8` that may be connected to although they are not public. */
  allowedAddresses: string[];
  /** From the start to the end of the status line: 10 s, contract §8. */
  timeoutMs?: number;
  resolve?: ReceiverAddressPorts["resolve"];
}

const maxResponseBytes = 1_024;
const maxHeaderBytes = 16_384;
const maxInterim = 10;

/**
 * Idle connections kept per host: enough for a batch of ten. Further messages in hand open more, which
 * close after their response.
 */
export const keptConnections = 16;

/** For all hosts together: a function has 1,024 file descriptors. */
const maxFreeSocketsTotal = 256;

/**
 * After so long without a request, a connection may be forgotten on the way without a word: its request
 * would wait for the whole time. Node.js as a receiver closes after 5 s.
 */
const trustedIdleMs = 4_000;

const keptAlive = new Agent({
  keepAlive: true,
  maxFreeSockets: keptConnections,
  timeout: trustedIdleMs,
});

/** When the last request of a connection ended. A function that was frozen has closed none in time. */
const usedMs = new WeakMap<Socket, number>();

/**
 * One POST to one receiver. It connects only to addresses that it has checked, follows no redirect
 * and returns by the deadline, with the status and up to 1 KB of the response body. A receiver's
 * mistakes are outcomes; it throws only when this machine lacks something, such as sockets.
 */
export async function postToReceiver(
  request: WebhookRequest,
  { allowedAddresses, timeoutMs = 10_000, resolve = resolveName }: SendOptions,
): Promise<PostResult> {
  const startedMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedMs);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const leftMs = () => timeoutMs - elapsedMs();
  try {
    const until = { deadline: deadline.signal, leftMs };
    const sent = await attempt(request, { allowedAddresses, resolve, ...until });
    return { ...sent, durationMs: elapsedMs() };
  } catch (error) {
    if (isOwnTrouble(error)) throw error;
    const late = `timed out: no response within ${timeoutMs / 1_000} s`;
    const reason = deadline.signal.aborted ? late : plainReason(error);
    return { outcome: { kind: "no_response", reason }, durationMs: elapsedMs() };
  } finally {
    clearTimeout(timer);
  }
}

export type PostResult = Omit<SentAttempt, "startedMs"> & {
  /** Where it redirects to, as it came. */
  location?: string;
  /** When it wants to be asked again, as it came. */
  retryAfter?: string;
};

type Received = Omit<PostResult, "durationMs">;
type Attempt = Required<Omit<SendOptions, "timeoutMs">> & Until;

/** When a request ends at the latest. */
export interface Until {
  deadline: AbortSignal;
  leftMs(): number;
}

async function attempt(request: WebhookRequest, options: Attempt): Promise<Received> {
  const { allowedAddresses, deadline, leftMs } = options;
  const resolve = (name: string) => Promise.race([options.resolve(name), aborted(deadline)]);
  const found = await receiverAddresses(request.url, { resolve, allowedAddresses });
  if (found.result === "unresolved") throw new NoResponse("the host name does not resolve");
  if (found.result === "not_allowed") throw new NoResponse(`not sent: ${found.reason}`);
  const { host } = found;
  const addresses = reachedFirst(host, found.addresses);
  const connection = { request, host, addresses, deadline, leftMs };
  closeIdleWhenMany();
  for (;;) {
    try {
      return await post(connection, keptAlive);
    } catch (error) {
      if (deadline.aborted) throw error;
      if (error instanceof ClosedWhileIdle) return await post(connection, false);
      // It is closed now, so this ends with the last kept connection.
      if (!(error instanceof NotTrusted)) throw error;
    }
  }
}

export interface Connection extends Until {
  request: WebhookRequest;
  host: string;
  addresses: string[];
  /** A connection that is made already, to one of the addresses. */
  socket?: Socket;
}

/** A kept connection ended before any byte of a response: the receiver had closed it. */
class ClosedWhileIdle extends Error {}

/** A kept connection was closed here, and nothing was sent on it. */
class NotTrusted extends Error {}

/** Whether a kept connection leads to where its name leads now, and was in use a moment ago. */
function isTrusted(socket: Socket, addresses: string[]): boolean {
  const idleMs = systemClock.now() - (usedMs.get(socket) ?? 0);
  return addresses.includes(socket.remoteAddress ?? "") && idleMs < trustedIdleMs;
}

/**
 * One request over one connection; rejects with what went wrong before the status line was complete.
 *
 * The parser is the lenient one: what other clients read as a 2xx is one here. That smuggles nothing,
 * because a response ends here and is forwarded to nobody. A connection on which it is open to doubt
 * where the response ended is closed, so that its rest is never read as the response to another request.
 */
export function post(connection: Connection, agent: Agent | false): Promise<Received> {
  const { request, host, addresses, deadline, leftMs, socket: made } = connection;
  return new Promise((resolve, reject) => {
    const sending = httpsRequest(request.url, {
      method: "POST",
      headers: request.headers,
      hostname: host,
      servername: isIP(host) ? "" : host,
      ...connectingTo(addresses, leftMs()),
      insecureHTTPParser: true,
      // With an agent, even none, Node.js would make a connection of its own.
      ...(made ? { createConnection: () => made } : { agent }),
      maxHeaderSize: maxHeaderBytes,
      signal: deadline,
    });
    const head = new ResponseHead();
    let responded = false;
    sending.on("socket", (socket) => {
      if (sending.reusedSocket && !isTrusted(socket, addresses)) {
        return void sending.destroy(new NotTrusted());
      }
      if (!sending.reusedSocket) {
        socket.once("secureConnect", () => rememberReached(host, socket));
      }
      const read = (bytes: Buffer) => {
        if (!responded) head.add(bytes);
      };
      socket.prependListener("data", read);
      sending.once("close", () => {
        socket.off("data", read);
        usedMs.set(socket, systemClock.now());
      });
    });
    let interim = 0;
    sending.on("information", () => {
      if (++interim > maxInterim) sending.destroy(new NoResponse("too many 1xx responses"));
    });
    sending.on("upgrade", (response) => {
      sending.destroy();
      resolve(receivedOf(response, ""));
    });
    sending.on("response", async (response) => {
      responded = true;
      if (!head.isStrict) sending.shouldKeepAlive = false;
      resolve(receivedOf(response, await readStart(sending, response)));
    });
    sending.on("error", (error) => {
      // The status is known, so only the body is incomplete.
      if (responded) return;
      const { status } = head;
      if (status !== undefined)
        return resolve({ outcome: { kind: "response", status }, response: "" });
      const idle = sending.reusedSocket && head.isEmpty && wasClosed(error);
      reject(idle ? new ClosedWhileIdle("", { cause: error }) : error);
    });
    sending.end(request.body);
  });
}

function receivedOf(message: IncomingMessage, response: string): Received {
  const { statusCode: status = 0, headers } = message;
  const { location, "retry-after": retryAfter } = headers;
  return {
    ...{ outcome: { kind: "response", status }, response },
    ...(location && { location }),
    ...(retryAfter && { retryAfter }),
  };
}

/** The first 1 KB of the body, or what came until it broke off; an endless body is cut off. */
function readStart(sending: ClientRequest, response: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let left = maxResponseBytes;
  return new Promise((resolve) => {
    response.on("data", (bytes: Buffer) => {
      text += decoder.decode(bytes.subarray(0, left), { stream: true });
      left -= Math.min(left, bytes.length);
      if (left === 0 && !response.complete) sending.destroy();
    });
    response.on("error", () => {}).on("close", () => resolve(text));
  });
}

function closeIdleWhenMany(): void {
  const idle = Object.values(keptAlive.freeSockets).flatMap((sockets) => sockets ?? []);
  if (idle.length >= maxFreeSocketsTotal) for (const socket of idle) socket.destroy();
}

/** All addresses of a host name, as the operating system knows them. */
export const resolveName = sharedLookups(async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address),
);

/** An older look-up may hang, and says nothing of the next one. */
const sharedForMs = 1_000;

/** Those who ask for a name while it is being looked up, since a second at most, share the result. */
export function sharedLookups(
  look: (name: string) => Promise<string[]>,
  now = () => performance.now(),
): (name: string) => Promise<string[]> {
  const underWay = new Map<string, { found: Promise<string[]>; startedMs: number }>();
  return (name) => {
    const known = underWay.get(name);
    if (known !== undefined && now() - known.startedMs < sharedForMs) return known.found;
    const own = { found: look(name), startedMs: now() };
    underWay.set(name, own);
    const end = () => {
      if (underWay.get(name) === own) underWay.delete(name);
    };
    own.found.then(end, end);
    return own.found;
  };
}

/**
 * Connects to one of the checked addresses. Each has a share of the time, and the response has one, too;
 * Node.js would give each 250 ms, which is less than the way to some receivers.
 */
export function connectingTo(addresses: string[], leftMs: number) {
  return {
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.max(1, Math.floor(leftMs / (addresses.length + 1))),
  };
}

/** Where hosts were reached last: an address that says nothing takes its share once, not each time. */
const reachedAt = new Map<string, string>();
const rememberedHosts = 1_000;

function rememberReached(host: string, { remoteAddress }: Socket): void {
  if (reachedAt.size >= rememberedHosts) reachedAt.clear();
  if (remoteAddress !== undefined) reachedAt.set(host, remoteAddress);
}

function reachedFirst(host: string, addresses: string[]): string[] {
  const reached = reachedAt.get(host);
  return addresses.toSorted((a, b) => Number(b === reached) - Number(a === reached));
}

/** Resolves to the checked addresses: no second look-up can lead elsewhere. */
function pinnedLookup(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, callback) => {
    // Not at once: an unreachable address would fail before anybody listens.
    setImmediate(() => {
      if (options.all) callback(null, all);
      else callback(null, all[0]?.address ?? "", all[0]?.family);
    });
  };
}

export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
