import { createHmac } from "node:crypto";
import type { AttemptMessage } from "./attempt-message.ts";
import type { DeliveryRecord } from "./delivery.ts";

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The request of one attempt, contract §4.5 to §6: a fresh timestamp, the same body each time. */
export function webhookRequest(
  message: Pick<AttemptMessage, "deliveryId" | "eventType" | "body">,
  { url, secret, nowMs }: { url: string; secret: string; nowMs: number },
): WebhookRequest {
  const { body } = message;
  const timestamp = Math.floor(nowMs / 1_000);
  const headers = requestHeaders(message, timestamp, signature({ secret, timestamp, body }));
  return { url, headers, body };
}

/**
 * The request of the newest attempt, for people: its signature is a placeholder. Undefined
 * before the first attempt.
 */
export function newestRequest(
  { deliveryId, eventType, attempts }: DeliveryRecord,
  { url, body }: { url: string; body: string },
): WebhookRequest | undefined {
  const newest = attempts.at(-1);
  if (newest === undefined) return undefined;
  const timestamp = Math.floor(Date.parse(newest.at) / 1_000);
  const form = `t=${timestamp},v1=…`;
  return { url, headers: requestHeaders({ deliveryId, eventType, body }, timestamp, form), body };
}

function requestHeaders(
  { deliveryId, eventType, body }: Pick<AttemptMessage, "deliveryId" | "eventType" | "body">,
  timestamp: number,
  signatureText: string,
): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "User-Agent": "Service-Webhooks/1.0",
    "X-Service-Signature": signatureText,
    "X-Service-Timestamp": String(timestamp),
    "X-Service-Event": eventType,
    "X-Service-Delivery": deliveryId,
  };
}

/** The value of X-Service-Signature for a body sent now, contract §5. */
export function signature(signed: { secret: string; timestamp: number; body: string }): string {
  const { secret, timestamp, body } = signed;
  const hex = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${hex}`;
}
