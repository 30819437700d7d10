import { contractRetryDelays } from "../../core/delivery-schedule.ts";
import { countEnvelope, signature, type WebhookEventType } from "../../core/webhook-event.ts";
import { counter } from "./examples.ts";

/** What the service sends to an organization's endpoints, contract §4.5 and §6. */
export function webhooks() {
  return {
    "counter.increment": { post: operation("counter.increment", "A counter goes up.") },
    "counter.decrement": { post: operation("counter.decrement", "A counter goes down.") },
    "threshold.alert.fired": {
      post: operation(
        "threshold.alert.fired",
        "An Enterprise capacity alert fires on a counter or a group.",
      ),
    },
  };
}

const exampleDelivery = "dlv_0Bq3Yt6Kx9Lm2Nf5Rw8T0VlGVhC4a9ZkQm3rT7bXw2Ne";
const exampleSecret = "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";

function operation(type: WebhookEventType, summary: string) {
  const example = examples[type];
  return {
    operationId: `receive${type.replaceAll(/(^|\.)(\w)/g, (_, _dot, letter) => letter.toUpperCase())}`,
    tags: ["Webhooks"],
    summary,
    description:
      "Sent to each endpoint that subscribed to this event. Verify X-Service-Signature over the " +
      "raw body before parsing it, ignore a delivery id that was processed before, acknowledge " +
      "first and process afterwards.",
    security: [],
    parameters: deliveryHeaders(type, JSON.stringify(example)),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${schemaOf[type]}` },
          examples: { event: { value: example } },
        },
      },
    },
    responses: {
      "2XX": { description: "Within 10 seconds: delivered, no more attempts." },
      410: { description: "The delivery is not retried." },
      default: {
        description:
          "Any other status, or no answer within 10 seconds: retried " +
          `${contractRetryDelays.join(", ")} seconds after each failure, then marked failed.`,
      },
    },
  };
}

const schemaOf: Record<WebhookEventType, string> = {
  "counter.increment": "CountWebhook",
  "counter.decrement": "CountWebhook",
  "threshold.alert.fired": "AlertWebhook",
};

const count = {
  organizationId: counter.organizationId,
  counterId: counter.id,
  counterName: counter.name,
  previousCount: 1285,
  count: 1284,
  delta: -1,
  lastEventId: 1298,
  createdAt: counter.updatedAt,
};

const examples: Record<WebhookEventType, object> = {
  "counter.increment": countEnvelope({
    ...count,
    ...{ eventType: "increment", previousCount: 1284, count: 1285, delta: 1, lastEventId: 1297 },
  }),
  "counter.decrement": countEnvelope({ ...count, eventType: "decrement" }),
  "threshold.alert.fired": {
    id: `threshold.alert.fired:${counter.id}:1298`,
    type: "threshold.alert.fired",
    createdAt: counter.updatedAt,
    data: { scope: "counter", kind: "at_capacity" },
  },
};

function deliveryHeaders(type: WebhookEventType, body: string) {
  const timestamp = Math.floor(Date.parse(counter.updatedAt) / 1_000);
  const header = (name: string, description: string, example: string) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
    example,
  });
  return [
    header("User-Agent", "Always this.", "Service-Webhooks/1.0"),
    header(
      "X-Service-Signature",
      "t=<unix seconds>,v1=<hex>: the HMAC-SHA256, as lowercase hex, of <timestamp>.<rawBody> " +
        "keyed with the endpoint's whole secret. Fresh for each attempt.",
      signature({ secret: exampleSecret, timestamp, body }),
    ),
    header("X-Service-Timestamp", "The same unix timestamp in seconds.", String(timestamp)),
    header("X-Service-Event", "The event type.", type),
    header("X-Service-Delivery", "Delivery id; unchanged across retries.", exampleDelivery),
  ];
}
