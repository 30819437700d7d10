import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { postToReceiver } from "../../../adapters/webhooks/https-receiver.ts";
import { firstMessage } from "../../../core/webhooks/attempt-message.ts";
import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import { type WebhookRequest, webhookRequest } from "../../../core/webhooks/signed-request.ts";

export const secret = "whsec_dGhlIHNlY3JldCBvZiB0aGUgcmVjZWl2ZXIgdGVzdHM=";

/** This process trusts this authority from now on, as the sender does locally. */
export function trust(authorityFile: string): void {
  setDefaultCACertificates([...getCACertificates("default"), readFileSync(authorityFile, "utf8")]);
}

export interface DeliverySetup {
  url: string;
  secret?: string;
  nowMs?: number;
  counterName?: string;
  count?: number;
  eventType?: "increment" | "decrement";
}

/** A delivery of a new event, as the service makes it; the same request may be sent again. */
export function newDelivery(setup: DeliverySetup): WebhookRequest {
  const { url, nowMs = Date.now(), counterName = "Gate", count = 7 } = setup;
  const { eventType = "increment" } = setup;
  const delta = eventType === "increment" ? 1 : -1;
  const message = firstMessage(
    countWebhook({
      eventType,
      createdAt: new Date(nowMs).toISOString(),
      organizationId: "org_1",
      counterId: `ctr_${randomUUID()}`,
      counterName,
      previousCount: count - delta,
      count,
      delta,
      lastEventId: 1,
    }),
    "end_AAAAAAAAAAAAAAAAAAAA",
  );
  return webhookRequest(message, { url, secret: setup.secret ?? secret, nowMs });
}

/** Sends as the service does; gives the status, or what went wrong. */
export async function send(delivery: WebhookRequest, timeoutMs = 10_000): Promise<number | string> {
  const allowedAddresses = ["127.0.0.0/8", "::1/128"];
  const { outcome } = await postToReceiver(delivery, { allowedAddresses, timeoutMs });
  return outcome.kind === "response" ? outcome.status : outcome.reason;
}
