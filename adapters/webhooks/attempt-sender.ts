import { planIncludesWebhooks } from "../../core/organizations/organization.ts";
import { type Recipient, RetryLater } from "../../core/webhooks/deliver.ts";
import type { AttemptMessage } from "../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../core/webhooks/delivery-id.ts";
import {
  impatientMs,
  type Lane,
  laneAfter,
  renewsProbation,
} from "../../core/webhooks/endpoint-health.ts";
import { webhookRequest } from "../../core/webhooks/signed-request.ts";
import type { EndpointKey, WebhookEndpoints } from "./dynamodb-endpoints.ts";
import { postToReceiver } from "./https-receiver.ts";
import type { OpenSecret } from "./kms-signing-secrets.ts";

export interface RecipientOptions {
  endpoints: Pick<WebhookEndpoints, "get" | "setLane">;
  openSecret: OpenSecret;
  allowedAddresses: string[];
  now(): number;
  /** How long this handler may still run. */
  leftMs(): number;
}

/** The POST may take 10 s, and its outcome has to be written down and passed on afterwards. */
const neededMs = 20_000;

/** Finds out who receives a message: the endpoint as it is now. */
export function webhookRecipient(options: RecipientOptions) {
  const { endpoints, openSecret, allowedAddresses, now } = options;

  return async (message: AttemptMessage): Promise<Recipient> => {
    const key = endpointKey(message);
    const endpoint = key && (await endpoints.get(key));
    if (!key || !endpoint || !planIncludesWebhooks(endpoint.plan)) return { recipient: "gone" };
    const { url, lane } = endpoint;
    // Whichever lane an endpoint is in, its deliveries arrive.
    const moveTo = (next: Lane, lastSlowAtMs?: number) =>
      endpoints.setLane(key, next, lastSlowAtMs).catch(() => {});
    let noted: Promise<void> | undefined;
    return {
      recipient: "endpoint",
      lane,
      async send() {
        const secret = await openSecret(endpoint, key);
        if (options.leftMs() < neededMs)
          throw new RetryLater("too little time is left for an attempt");
        const request = webhookRequest(message, { url, secret, nowMs: now() });
        // Those that come meanwhile need not wait for the end of this one to be kept apart.
        const impatient = setTimeout(() => {
          if (lane === "fast" || renewsProbation(endpoint, now())) noted = moveTo("slow", now());
        }, impatientMs);
        try {
          return await postToReceiver(request, { allowedAddresses });
        } finally {
          clearTimeout(impatient);
        }
      },
      async settle(sent) {
        const next = laneAfter(endpoint, { ...sent, nowMs: now() });
        // One that kept waiting was noted while it did.
        if (next !== lane && noted === undefined) await moveTo(next);
        await noted;
        return next;
      },
    };
  };
}

function endpointKey({ deliveryId, organizationId }: AttemptMessage): EndpointKey | undefined {
  const endpointId = deliveryKeyOf(deliveryId)?.endpointId;
  return endpointId === undefined ? undefined : { organizationId, endpointId };
}
