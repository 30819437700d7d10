import { isIP } from "node:net";
import { type ConnectionOptions, connect, type PeerCertificate, type TLSSocket } from "node:tls";
import type {
  CheckedCertificate,
  CheckedTls,
  CheckReport,
} from "../../core/webhooks/check/check-report.ts";
import { isPublicAddress, receiverAddresses } from "../../core/webhooks/endpoint-url.ts";
import type { WebhookRequest } from "../../core/webhooks/signed-request.ts";
import { isOwnTrouble, plainReason } from "./https-errors.ts";
import {
  aborted,
  connectingTo,
  post,
  resolveName,
  type SendOptions,
  type Until,
} from "./https-receiver.ts";

const dayMs = 86_400_000;

/** The most of a chain that is reported. */
const longestChain = 8;

/**
 * Looks at the way of a delivery to its receiver, and sends it there under the same rules as every
 * other one: it connects to a checked address only, and what follows the handshake is sent only
 * where the certificate is trusted. Returns by the deadline.
 */
export async function lookAtReceiver(
  request: WebhookRequest,
  options: SendOptions & { now(): number },
): Promise<CheckReport> {
  const { allowedAddresses, timeoutMs = 10_000, resolve = resolveName } = options;
  const startedMs = performance.now();
  const tookMs = () => Math.round(performance.now() - startedMs);
  const leftMs = () => timeoutMs - tookMs();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const late = `timed out: no response within ${timeoutMs / 1_000} s`;
  const failed = (error: unknown) => {
    if (isOwnTrouble(error)) throw error;
    const reason = deadline.signal.aborted ? late : plainReason(error);
    return { result: "failed" as const, reason, tookMs: tookMs() };
  };
  const report: CheckReport = {};
  try {
    const name = await lookUp(request.url, {
      allowedAddresses,
      resolve,
      deadline: deadline.signal,
    });
    if ("refusedUrl" in name) return name;
    report.name = { ...name, tookMs: tookMs() };
    if (name.addresses.length === 0 || name.refused.length > 0) return report;
    const { host, addresses } = name;
    let socket: TLSSocket;
    try {
      socket = await connected(request.url, {
        host,
        addresses,
        deadline: deadline.signal,
        leftMs,
      });
    } catch (error) {
      return { ...report, connection: failed(error) };
    }
    try {
      report.connection = {
        result: "connected",
        address: socket.remoteAddress ?? "",
        tookMs: tookMs(),
      };
      report.tls = tlsOf(socket, options.now());
      if (report.tls.untrusted !== undefined) return report;
      const until = { deadline: deadline.signal, leftMs };
      const sent = await post({ request, host, addresses, ...until, socket }, false);
      const { outcome, location, response: body = "" } = sent;
      const status = outcome.kind === "response" ? outcome.status : 0;
      report.response = {
        result: "responded",
        status,
        tookMs: tookMs(),
        ...(location !== undefined && { location }),
        body,
      };
      return report;
    } catch (error) {
      return { ...report, response: failed(error) };
    } finally {
      socket.destroy();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The name's addresses, and those that nothing may be sent to. */
async function lookUp(
  url: string,
  of: Required<Pick<SendOptions, "allowedAddresses" | "resolve">> & { deadline: AbortSignal },
) {
  const { allowedAddresses, deadline } = of;
  const seen: string[] = [];
  const resolve = async (name: string) => {
    // A name that cannot be looked up has no address, whatever the reason.
    const looked = Promise.race([of.resolve(name), aborted(deadline)]);
    const addresses = await looked.catch(() => []);
    seen.push(...addresses);
    return addresses;
  };
  const found = await receiverAddresses(url, { resolve, allowedAddresses });
  const refused = seen.filter((address) => !isPublicAddress(address, allowedAddresses));
  switch (found.result) {
    case "allowed":
      return { host: found.host, addresses: found.addresses, refused: [] };
    case "unresolved":
      return { host: found.host, addresses: [], refused: [] };
    case "not_allowed":
      if (refused.length === 0) return { refusedUrl: found.reason };
      return { host: new URL(url).hostname, addresses: seen, refused };
  }
}

/** Shakes hands with one of the addresses; the certificate is looked at afterwards. */
function connected(
  url: string,
  to: Until & { host: string; addresses: string[] },
): Promise<TLSSocket> {
  const { host, addresses, deadline, leftMs } = to;
  const options: ConnectionOptions = {
    host,
    port: Number(new URL(url).port || 443),
    ...connectingTo(addresses, leftMs()),
    servername: isIP(host) ? "" : host,
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: false,
  };
  return new Promise((resolve, reject) => {
    const socket = connect(options);
    const stop = () => socket.destroy(new Error("the deadline has passed"));
    deadline.addEventListener("abort", stop, { once: true });
    socket.once("secureConnect", () => {
      socket.off("error", reject);
      socket.on("error", () => {});
      resolve(socket);
    });
    socket.once("error", reject);
    socket.once("close", () => {
      deadline.removeEventListener("abort", stop);
      reject(Object.assign(new Error("closed"), { code: "ECONNRESET" }));
    });
  });
}

function tlsOf(socket: TLSSocket, nowMs: number): CheckedTls {
  const { authorizationError } = socket;
  const untrusted = socket.authorized ? {} : { untrusted: whyUntrusted(authorizationError) };
  return {
    version: socket.getProtocol() ?? "unknown",
    ...untrusted,
    chain: chainOf(socket.getPeerCertificate(true), nowMs),
  };
}

/** Node.js reports a code, as an error or as its text alone. */
function whyUntrusted(error: unknown): string {
  const coded =
    error instanceof Error ? error : Object.assign(new Error(), { code: String(error) });
  const reason = plainReason(coded);
  return /certificate/.test(reason) ? reason : "the certificate is not valid";
}

function chainOf(certificate: PeerCertificate, nowMs: number): CheckedCertificate[] {
  const chain: CheckedCertificate[] = [];
  const seen = new Set<string>();
  let current: (PeerCertificate & { issuerCertificate?: PeerCertificate }) | undefined =
    certificate;
  while (current?.fingerprint256 !== undefined && chain.length < longestChain) {
    if (seen.has(current.fingerprint256)) break;
    seen.add(current.fingerprint256);
    const expiresMs = Date.parse(current.valid_to);
    chain.push({
      subject: nameOf(current.subject),
      issuer: nameOf(current.issuer),
      validTo: new Date(expiresMs).toISOString(),
      daysLeft: Math.floor((expiresMs - nowMs) / dayMs),
    });
    current = current.issuerCertificate;
  }
  return chain;
}

function nameOf(of: PeerCertificate["subject"] | undefined): string {
  const name = of?.CN ?? of?.O ?? "unnamed";
  return (Array.isArray(name) ? name.join(", ") : name).slice(0, 200);
}
