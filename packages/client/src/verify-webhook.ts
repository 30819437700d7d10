import { webhookEventIn } from "./webhook-body.ts";
import type { UnknownWebhook, WebhookEvent } from "./webhook-event.ts";

export interface VerifyOptions {
  /** How many seconds the time of the signature may be away from the clock; 300 by default. */
  tolerance?: number;
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
}

export type Verification =
  | {
      verified: true;
      event: WebhookEvent | UnknownWebhook;
      /**
       * The same whenever this delivery is repeated; letters, digits, _ and -, or empty. Only the signature of Standard Webhooks
       * covers it: with the service's own, somebody who repeats a request can give it another one. Tell repeats by the event.
       */
      deliveryId: string;
    }
  /** The reason is for your log, in plain words; it has nothing of the request in it. */
  | { verified: false; reason: string };

/** Headers as Fetch, Node.js and others pass them; names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks that a request is a delivery of this service, and returns its event. `rawBody` is the body as it came, before
 * anything parsed it. With several secrets, one of them has to be right: pass the old one and the next one while
 * you change it. Both kinds of signatures are accepted, the service's own and that of Standard Webhooks; where a request
 * has both, one has to be right.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { tolerance = 300, now = Date.now }: VerifyOptions = {},
): Promise<Verification> {
  // A file, or what was pasted, often ends with a line end; no secret has white space.
  const texts = [secrets].flat().map((secret) => (typeof secret === "string" ? secret.trim() : ""));
  if (texts.length === 0 || texts.includes(""))
    throw new TypeError("verifyWebhook needs the endpoint's secret");
  if (typeof rawBody !== "string" && typeof rawBody?.byteLength !== "number")
    return refused("the body is neither text nor bytes: pass it as it came, before it is parsed");
  const body = typeof rawBody === "string" ? encoder.encode(rawBody) : new Uint8Array(rawBody);
  const signatures = [standardSignature(headers), ownSignature(headers)].filter(
    (one) => one !== undefined,
  );
  if (signatures.length === 0) return refused("no signature header in a known format");
  const signed = await firstValid(signatures, texts, body);
  if (signed === undefined)
    return refused("no signature matches: another secret, or the body was changed");
  const ageSeconds = now() / 1_000 - Number(signed.timestamp);
  if (!(Math.abs(ageSeconds) <= tolerance))
    return refused(`it was signed more than ${tolerance} s ${ageSeconds > 0 ? "ago" : "ahead"}`);
  const event = webhookEventIn(body);
  if (event === undefined) return refused("the body is not an event");
  return { verified: true, event, deliveryId: signed.deliveryId };
}

interface Signature {
  deliveryId: string;
  timestamp: string;
  /** What stands before the body in what is signed. */
  prefix: string;
  /** Those of several secrets, perhaps. */
  signatures: Uint8Array<ArrayBuffer>[];
  /** The bytes of the secret that are the key; undefined for a secret that cannot be one. */
  keyOf(secret: string): Uint8Array<ArrayBuffer> | undefined;
}

const maximumSignatures = 10;
const deliveryIdForm = /^[\w-]{1,100}$/;

/** `webhook-id`, `webhook-timestamp`, `webhook-signature`: of id, time and body, keyed with the decoded secret. */
function standardSignature(headers: WebhookHeaders): Signature | undefined {
  const deliveryId = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  const text = header(headers, "webhook-signature");
  // With a full stop in the id, what was signed as the body could be passed off as a part of it.
  if (!deliveryIdForm.test(deliveryId ?? "") || !/^\d{1,12}$/.test(timestamp ?? "")) return;
  if (text === undefined) return;
  const signatures = text
    .split(" ", maximumSignatures)
    .map((one) => (one.startsWith("v1,") ? base64(one.slice(3)) : undefined))
    .filter((one) => one !== undefined);
  return {
    ...{ deliveryId: deliveryId as string, timestamp: timestamp as string, signatures },
    prefix: `${deliveryId}.${timestamp}.`,
    keyOf: (secret) => base64(secret.replace(/^whsec_/, "")),
  };
}

/** `X-Service-Signature`: of time and body, keyed with the whole secret as text. */
function ownSignature(headers: WebhookHeaders): Signature | undefined {
  const text = header(headers, "x-service-signature") ?? "";
  const [, timestamp, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(text) ?? [];
  if (timestamp === undefined || hex === undefined) return undefined;
  const deliveryId = header(headers, "x-service-delivery") ?? "";
  const bytes = hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return {
    ...{ timestamp, prefix: `${timestamp}.`, signatures: [Uint8Array.from(bytes)] },
    deliveryId: deliveryIdForm.test(deliveryId) ? deliveryId : "",
    keyOf: (secret) => encoder.encode(secret),
  };
}

async function firstValid(signatures: Signature[], secrets: string[], body: Uint8Array) {
  const { subtle } = await webCrypto();
  for (const signature of signatures) {
    const prefix = encoder.encode(signature.prefix);
    const signed = new Uint8Array(prefix.length + body.length);
    signed.set(prefix);
    signed.set(body, prefix.length);
    for (const secret of secrets) {
      const bytes = signature.keyOf(secret);
      if (bytes === undefined || bytes.length === 0) continue;
      const algorithm = { name: "HMAC", hash: "SHA-256" };
      const key = await subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
      // Compares in constant time.
      for (const given of signature.signatures)
        if (await subtle.verify("HMAC", key, given, signed)) return signature;
    }
  }
  return undefined;
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  const values =
    typeof headers.get === "function"
      ? [headers.get(name) ?? undefined]
      : Object.entries(headers)
          .filter(([key]) => key.toLowerCase() === name)
          .flatMap(([, value]) => value as string | string[] | undefined);
  const [value, ...others] = values.filter((one) => one !== undefined);
  // The service sends each header once; two, also as one line, are ambiguous, so neither counts.
  return others.length === 0 && !value?.includes(", ") ? value : undefined;
}

const encoder = new TextEncoder();

function base64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Node.js 18 has it in a module only. Others never load it, and bundlers do not see it. */
async function webCrypto(): Promise<Pick<typeof globalThis.crypto, "subtle">> {
  if (globalThis.crypto?.subtle !== undefined) return globalThis.crypto;
  const module = "node:crypto";
  return (await import(module)).webcrypto;
}

function refused(reason: string): Verification {
  return { verified: false, reason };
}
