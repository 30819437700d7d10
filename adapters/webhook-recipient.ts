import type { Recipient } from "../core/deliver.ts";
import type { AttemptMessage } from "../core/delivery.ts";
import { deliveryKeyOf } from "../core/delivery-id.ts";
import { impatientMs, type Lane } from "../core/lane.ts";
import { webhooksOpen } from "../core/organization.ts";
import { webhookRequest } from "../core/webhook-request.ts";
import type { EndpointKey, WebhookEndpoints } from "./dynamodb-webhook-endpoints.ts";
import { postToReceiver } from "./https-receiver.ts";
import type { OpenSecret } from "./signing-secrets.ts";

export interface RecipientOptions {
  endpoints: Pick<WebhookEndpoints, "get" | "setLane">;
  openSecret: OpenSecret;
  allowedAddresses: string[];
  now(): number;
}

/** Finds out who receives a message: the endpoint as it is now. */
export function webhookRecipient(options: RecipientOptions) {
  const { endpoints, openSecret, allowedAddresses, now } = options;

  // Whichever lane an endpoint is in, its deliveries arrive.
  const moveTo = (key: EndpointKey, lane: Lane) => endpoints.setLane(key, lane).catch(() => {});

  return async (message: AttemptMessage): Promise<Recipient> => {
    const key = endpointKey(message);
    const endpoint = key && (await endpoints.get(key));
    if (!key || !endpoint || !webhooksOpen(endpoint.plan)) return { recipient: "gone" };
    const { url, lane } = endpoint;
    return {
      recipient: "endpoint",
      lane,
      moveTo: (next) => moveTo(key, next),
      async send() {
        const secret = await openSecret(endpoint, key);
        const request = webhookRequest(message, { url, secret, nowMs: now() });
        // Those that come meanwhile need not wait for the end of this one to be kept apart.
        const impatient = setTimeout(() => {
          if (lane === "fast") void moveTo(key, "slow");
        }, impatientMs);
        try {
          return await postToReceiver(request, { allowedAddresses });
        } finally {
          clearTimeout(impatient);
        }
      },
    };
  };
}

function endpointKey({ deliveryId, organizationId }: AttemptMessage): EndpointKey | undefined {
  const endpointId = deliveryKeyOf(deliveryId)?.endpointId;
  return endpointId === undefined ? undefined : { organizationId, endpointId };
}
