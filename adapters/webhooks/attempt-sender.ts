import { planIncludesWebhooks } from "../../core/organizations/plan.ts";
import type { AttemptMessage } from "../../core/webhooks/attempt-message.ts";
import { type AttemptSender, RetryLater } from "../../core/webhooks/deliver.ts";
import { deliveryKeyOf } from "../../core/webhooks/delivery-id.ts";
import type { EndpointKey } from "../../core/webhooks/endpoint.ts";
import {
  type HealthChange,
  healthChange,
  laneAfter,
  renewsProbation,
  slowAfterMs,
} from "../../core/webhooks/endpoint-health.ts";
import { webhookRequest } from "../../core/webhooks/signed-request.ts";
import { signingSecrets } from "../../core/webhooks/signing-secret.ts";
import type { WebhookEndpoints } from "./dynamodb-endpoints.ts";
import { postToReceiver } from "./https-receiver.ts";
import type { OpenSecret } from "./kms-signing-secrets.ts";

export interface AttemptSenderOptions {
  endpoints: Pick<WebhookEndpoints, "get" | "recordHealth">;
  openSecret: OpenSecret;
  allowedAddresses: string[];
  now(): number;
  /** How long this handler may still run. */
  leftMs(): number;
}

/**
 * The POST may take 10 s, and the write of its outcome three times 2 s. If the function ends before it
 * has scheduled the next attempt, the message is received again, and that schedules it.
 */
export const attemptNeedsMs = 16_000;

/** Sends attempts to endpoints as they are now, and records the health of the endpoints. */
export function attemptSender(options: AttemptSenderOptions) {
  const { endpoints, openSecret, allowedAddresses, now } = options;

  return async (message: AttemptMessage): Promise<AttemptSender> => {
    const key = endpointKey(message);
    const endpoint = key && (await endpoints.get(key));
    if (!key || !endpoint || !planIncludesWebhooks(endpoint.plan)) return { kind: "gone" };
    if (endpoint.pausedAt !== undefined) return { kind: "paused" };
    const { url } = endpoint;
    // A failed write leaves the health out of date, and the delivery goes on.
    const write = (change: HealthChange) => endpoints.recordHealth(key, change).catch(() => {});
    let known = endpoint;
    let slow: Promise<void> | undefined;
    return {
      kind: "endpoint",
      lane: endpoint.lane,
      async send() {
        const secrets = await signingSecrets(openSecret, endpoint, key);
        if (options.leftMs() < attemptNeedsMs)
          throw new RetryLater("too little time is left for an attempt");
        const startedMs = now();
        const request = webhookRequest(message, { url, ...secrets, nowMs: startedMs });
        // Written while the attempt lasts: the next messages take the other queue at once.
        const timer = setTimeout(() => {
          if (known.lane === "slow" && !renewsProbation(known, now())) return;
          const set = { lane: "slow" as const, lastSlowAtMs: now() };
          slow = write({ set, recovered: false });
          known = { ...known, ...set };
        }, slowAfterMs);
        try {
          return { startedMs, ...(await postToReceiver(request, { allowedAddresses })) };
        } finally {
          clearTimeout(timer);
        }
      },
      async recordHealth({ outcome, durationMs }) {
        const attempt = { outcome, durationMs, nowMs: now() };
        const change = healthChange(known, attempt);
        if (change !== undefined) await write(change);
        await slow;
        return laneAfter(known, attempt);
      },
    };
  };
}

function endpointKey({ deliveryId, organizationId }: AttemptMessage): EndpointKey | undefined {
  const endpointId = deliveryKeyOf(deliveryId)?.endpointId;
  return endpointId === undefined ? undefined : { organizationId, endpointId };
}
