import { createHmac } from "node:crypto";
import type { AttemptMessage } from "./attempt-message.ts";
import type { DeliveryRecord } from "./delivery.ts";
import type { StoredEndpoint } from "./endpoint.ts";
import { type SigningSecrets, standardKey } from "./signing-secret.ts";

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The request of one attempt, contract §4.5 to §6: a fresh timestamp, the same body each time. */
export function webhookRequest(
  message: Message,
  { url, secret, standardSecrets, nowMs }: SigningSecrets & { url: string; nowMs: number },
): WebhookRequest {
  const { deliveryId, body } = message;
  const timestamp = Math.floor(nowMs / 1_000);
  const standard = standardSecrets
    ?.map((each) => standardSignature({ secret: each, deliveryId, timestamp, body }))
    .join(" ");
  const signatures = { own: signature({ secret, timestamp, body }), standard };
  return { url, headers: requestHeaders(message, timestamp, signatures), body };
}

type Message = Pick<AttemptMessage, "deliveryId" | "eventType" | "body">;

/**
 * The request of the newest attempt, for people: its signatures are placeholders, and its headers those
 * of the endpoint as it is now. Undefined before the first attempt.
 */
export function newestRequest(
  { deliveryId, eventType, attempts }: DeliveryRecord,
  { url, standardWebhooks, body }: Pick<StoredEndpoint, "url" | "standardWebhooks"> & Body,
): WebhookRequest | undefined {
  const newest = attempts.at(-1);
  if (newest === undefined) return undefined;
  const timestamp = Math.floor(Date.parse(newest.at) / 1_000);
  const signatures = {
    own: `t=${timestamp},v1=…`,
    standard: standardWebhooks ? "v1,…" : undefined,
  };
  const message = { deliveryId, eventType, body };
  return { url, headers: requestHeaders(message, timestamp, signatures), body };
}

type Body = Pick<WebhookRequest, "body">;

function requestHeaders(
  { deliveryId, eventType, body }: Message,
  timestamp: number,
  signatures: { own: string; standard: string | undefined },
): Record<string, string> {
  return {
    "Content-Type": "application/json",
    // Rules of web application firewalls count its absence against a request.
    Accept: "*/*",
    "Content-Length": String(Buffer.byteLength(body)),
    "User-Agent": "Service-Webhooks/1.0",
    "X-Service-Signature": signatures.own,
    "X-Service-Timestamp": String(timestamp),
    "X-Service-Event": eventType,
    "X-Service-Delivery": deliveryId,
    ...(signatures.standard !== undefined && {
      "webhook-id": deliveryId,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatures.standard,
    }),
  };
}

/** The value of X-Service-Signature for a body sent now, contract §5. */
export function signature(signed: { secret: string; timestamp: number; body: string }): string {
  const { secret, timestamp, body } = signed;
  const hex = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${hex}`;
}

/** One signature of Standard Webhooks, contract §5. */
export function standardSignature(signed: {
  secret: string;
  deliveryId: string;
  timestamp: number;
  body: string;
}): string {
  const { secret, deliveryId, timestamp, body } = signed;
  const text = `${deliveryId}.${timestamp}.${body}`;
  return `v1,${createHmac("sha256", standardKey(secret)).update(text).digest("base64")}`;
}
