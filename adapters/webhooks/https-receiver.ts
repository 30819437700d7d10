import { lookup } from "node:dns/promises";
import type { ClientRequest, IncomingMessage } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { SentAttempt } from "../../core/webhooks/deliver.ts";
import {
  checkResolvedAddresses,
  receiverHost,
  validateEndpointUrl,
} from "../../core/webhooks/endpoint-url.ts";
import { isOwnTrouble, NoAnswer, plainReason, wasClosed } from "./https-errors.ts";

export interface ReceiverRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface SendOptions {
  /** Ranges such as `127.0.0.0/8` that may be connected to although they are not public. */
  allowedAddresses: string[];
  /** From the start to the end of the answer's headers: 10 s, contract §8. */
  timeoutMs?: number;
  /** All addresses of a name. */
  resolve?: (name: string) => Promise<string[]>;
}

const maxAnswerBytes = 1_024;
const maxHeaderBytes = 16_384;
const maxInterim = 10;

/** Per host: as many as a batch of messages can need at once, and some. */
const maxFreeSockets = 16;

/** For all hosts together: a function has 1,024 file descriptors. */
const maxFreeInAll = 256;

/** An idle connection goes to an address that was checked when it was made. */
const keptAlive = new Agent({ keepAlive: true, maxFreeSockets, timeout: 30_000 });

/**
 * One POST to one receiver. It connects to no address but those it has checked, follows no redirect
 * and returns by the deadline with the status and what came of the first 1 KB of the answer. What a
 * receiver does wrong is an outcome; only what this machine lacks, such as sockets, is thrown.
 */
export async function postToReceiver(
  request: ReceiverRequest,
  { allowedAddresses, timeoutMs = 10_000, resolve = resolveName }: SendOptions,
): Promise<SentAttempt> {
  const startedMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedMs);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const sent = await attempt(request, { allowedAddresses, resolve, deadline: deadline.signal });
    return { ...sent, durationMs: elapsedMs() };
  } catch (error) {
    if (isOwnTrouble(error)) throw error;
    const late = `timed out: no answer within ${timeoutMs / 1_000} s`;
    const reason = deadline.signal.aborted ? late : plainReason(error);
    return { outcome: { kind: "no_answer", reason }, durationMs: elapsedMs() };
  } finally {
    clearTimeout(timer);
  }
}

type Answer = Omit<SentAttempt, "durationMs">;
type Attempt = Required<Omit<SendOptions, "timeoutMs">> & { deadline: AbortSignal };

async function attempt(request: ReceiverRequest, options: Attempt): Promise<Answer> {
  const { allowedAddresses, deadline } = options;
  const problem = validateEndpointUrl(request.url, allowedAddresses);
  if (problem !== undefined) throw new NoAnswer(`not sent: ${problem}`);
  const host = receiverHost(request.url);
  const resolving = isIP(host) ? [host] : options.resolve(host);
  const addresses = await Promise.race([resolving, aborted(deadline)]);
  if (addresses.length === 0) throw new NoAnswer("the host name does not resolve");
  const inward = checkResolvedAddresses({ host, addresses }, allowedAddresses);
  if (inward !== undefined) throw new NoAnswer(`not sent: ${inward}`);
  const connection = { request, host, addresses, deadline };
  closeIdleWhenMany();
  try {
    return await post(connection, keptAlive);
  } catch (error) {
    if (!(error instanceof ClosedWhileIdle) || deadline.aborted) throw error;
    return await post(connection, false);
  }
}

interface Connection {
  request: ReceiverRequest;
  host: string;
  addresses: string[];
  deadline: AbortSignal;
}

/** A kept connection ended before any byte of an answer: the receiver had closed it. */
class ClosedWhileIdle extends Error {}

function post(connection: Connection, agent: Agent | false): Promise<Answer> {
  const { request, host, addresses, deadline } = connection;
  return new Promise((resolve, reject) => {
    const sending = httpsRequest(request.url, {
      method: "POST",
      headers: request.headers,
      hostname: host,
      servername: isIP(host) ? "" : host,
      lookup: pinnedLookup(addresses),
      agent,
      maxHeaderSize: maxHeaderBytes,
      signal: deadline,
    });
    let received: "nothing" | "bytes" | "status" = "nothing";
    sending.on("socket", (socket) => {
      const first = () => {
        received = "bytes";
      };
      socket.prependOnceListener("data", first);
      sending.once("close", () => socket.off("data", first));
    });
    let interim = 0;
    sending.on("information", () => {
      if (++interim > maxInterim) sending.destroy(new NoAnswer("too many 1xx responses"));
    });
    sending.on("upgrade", (response) => {
      sending.destroy();
      resolve(answered(response, ""));
    });
    sending.on("response", async (response) => {
      received = "status";
      resolve(answered(response, await readStart(sending, response)));
    });
    sending.on("error", (error) => {
      // With the status known, what breaks off is only the body.
      if (received === "status") return;
      const idle = sending.reusedSocket && received === "nothing" && wasClosed(error);
      reject(idle ? new ClosedWhileIdle("", { cause: error }) : error);
    });
    sending.end(request.body);
  });
}

function answered(response: IncomingMessage, answer: string): Answer {
  return { outcome: { kind: "answered", status: response.statusCode ?? 0 }, answer };
}

/** The first 1 KB of the body, or what came until it broke off; an endless body is cut off. */
function readStart(sending: ClientRequest, response: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let left = maxAnswerBytes;
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
  if (idle.length >= maxFreeInAll) for (const socket of idle) socket.destroy();
}

async function resolveName(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** Answers with the checked addresses, so that no second look-up can lead elsewhere. */
function pinnedLookup(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, callback) => {
    // Not at once: an address to which there is no way at all would fail before anybody listens.
    setImmediate(() => {
      if (options.all) callback(null, all);
      else callback(null, all[0]?.address ?? "", all[0]?.family);
    });
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
