import type { AttemptMessage } from "./delivery.ts";
import { signature } from "./webhook-event.ts";

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The request of one attempt, contract §4.5 to §6: a fresh timestamp, the body as it always was. */
export function webhookRequest(
  message: AttemptMessage,
  { url, secret, nowMs }: { url: string; secret: string; nowMs: number },
): WebhookRequest {
  const timestamp = Math.floor(nowMs / 1_000);
  return {
    url,
    headers: {
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(message.body)),
      "User-Agent": "Service-Webhooks/1.0",
      "X-Service-Signature": signature({ secret, timestamp, body: message.body }),
      "X-Service-Timestamp": String(timestamp),
      "X-Service-Event": message.eventType,
      "X-Service-Delivery": message.deliveryId,
    },
    body: message.body,
  };
}
