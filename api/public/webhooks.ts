import { alertEnvelope } from "../../core/webhooks/alert-webhooks.ts";
import { countEnvelope } from "../../core/webhooks/count-webhooks.ts";
import { contractRetryDelays } from "../../core/webhooks/retry-schedule.ts";
import { signature, standardSignature } from "../../core/webhooks/signed-request.ts";
import type { WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import { counter } from "./examples.ts";

/** What the service sends to an organization's endpoints, contract §4.5 and §6. */
export function webhooks() {
  return {
    "counter.increment": { post: operation("counter.increment") },
    "counter.decrement": { post: operation("counter.decrement") },
    "threshold.alert.fired": { post: operation("threshold.alert.fired") },
  };
}

const exampleDelivery = "dlv_0Bq3Yt6Kx9Lm2Nf5Rw8T0VlGVhC4a9ZkQm3rT7bXw2Ne";
const exampleSecret = "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";

function operation(type: WebhookEventType) {
  const example = examples[type];
  return {
    operationId: `receive${type.replaceAll(/(^|\.)(\w)/g, (_, _dot, letter) => letter.toUpperCase())}`,
    tags: ["Webhooks"],
    summary: type,
    description: `${meaning[type]} ${receiving}`,
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
          "Any other status, or no response within 10 seconds: retried " +
          `${contractRetryDelays.join(", ")} seconds after each failure, then marked failed.`,
      },
    },
  };
}

const sent = "Sent to each endpoint that subscribed to this event.";

const meaning: Record<WebhookEventType, string> = {
  "counter.increment": `A counter goes up. ${sent}`,
  "counter.decrement": `A counter goes down. ${sent}`,
  "threshold.alert.fired":
    "An Enterprise capacity alert fires on a counter or a group: a count took the level (the " +
    "counter's count, or the total of the group) to the alert's threshold or above. It fires again " +
    `only after a count has left the level below the threshold, or lower if the alert says so. ${sent}`,
};

const receiving = [
  "Verify `X-Service-Signature` over the raw body, before parsing it, and compare in constant time.",
  "The key is the endpoint's secret, shown once at its creation: the whole string, `whsec_` included.",
  "Refuse a timestamp that is more than five minutes away from your clock; retries are signed anew.",
  "Respond first and process afterwards, each event id (the body's `id`) once: it is the same in every",
  "delivery of the event, also to another endpoint. Only two `threshold.alert.fired` of one count can",
  "share it: tell those apart by `X-Service-Delivery`, which is the same when a delivery is repeated.",
].join(" ");

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
  "threshold.alert.fired": alertEnvelope({
    organizationId: counter.organizationId,
    scope: "group",
    kind: "percent",
    alertId: "alt_7Pq2Wm5Xz8Kd3Rt6Yb9N",
    alertName: "Hall 1 is nearly full",
    counterId: counter.id,
    counterName: counter.name,
    groupId: "grp_4Hn7Vc0Lq2Sx5Fg8Jw1T",
    groupName: "Hall 1",
    threshold: 1350,
    capacity: 1500,
    percent: 90,
    previousLevel: 1349,
    level: 1350,
    lastEventId: 1298,
    createdAt: counter.updatedAt,
  }),
};

function deliveryHeaders(type: WebhookEventType, body: string) {
  const timestamp = Math.floor(Date.parse(counter.updatedAt) / 1_000);
  const header = (name: string, description: string, example: string, required = true) => ({
    name,
    in: "header",
    required,
    description,
    schema: { type: "string" },
    example,
  });
  return [
    header("User-Agent", "Always `Service-Webhooks/1.0`.", "Service-Webhooks/1.0"),
    header(
      "X-Service-Signature",
      "`t=<unix seconds>,v1=<hex>`: the HMAC-SHA256, as lowercase hex, of `<timestamp>.<rawBody>` " +
        "keyed with the endpoint's whole secret. Fresh for each attempt. The example is signed with " +
        `the secret \`${exampleSecret}\`; its raw body is the example body as JSON without spaces.`,
      signature({ secret: exampleSecret, timestamp, body }),
    ),
    header("X-Service-Timestamp", "The same unix timestamp in seconds.", String(timestamp)),
    header("X-Service-Event", "The event type.", type),
    header(
      "X-Service-Delivery",
      "Delivery id: one event on its way to one endpoint; unchanged when it is sent again.",
      exampleDelivery,
    ),
    header("webhook-id", `${standard} The delivery id.`, exampleDelivery, false),
    header("webhook-timestamp", `${standard} The same timestamp.`, String(timestamp), false),
    header(
      "webhook-signature",
      `${standard} \`v1,<base64>\`: the HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<rawBody>\` ` +
        "keyed with the secret's bytes, which are base64 after `whsec_`. While the secret is replaced, " +
        "there is one for each secret, with a space between them.",
      standardSignature({ secret: exampleSecret, deliveryId: exampleDelivery, timestamp, body }),
      false,
    ),
  ];
}

const standard = "Of Standard Webhooks; only where the endpoint has these headers switched on.";
