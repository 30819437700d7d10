import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import * as z from "zod";
import { awsClients, LocalServices } from "../../../adapters/aws/clients.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { dynamodbDeliveries } from "../../../adapters/webhooks/dynamodb-deliveries.ts";
import { operatorWebhooks } from "../../../adapters/webhooks/operator-webhooks.ts";
import type { DeliveryState } from "../../../core/webhooks/delivery.ts";
import { newWebhookEndpoint, type WebhookEndpoint } from "../../../core/webhooks/endpoint.ts";
import type { WebhookEventType } from "../../../core/webhooks/webhook-event.ts";
import { ensureCertificates } from "../../../local/certificate-authority.ts";
import {
  type Answer,
  type ReceivedDelivery,
  startReceiver,
  type VerifiedDelivery,
} from "../../../local/receiver/receiver.ts";
import { dataDir, outputs } from "../service.ts";

const runtime = JSON.parse(readFileSync(join(dataDir, "runtime.json"), "utf8"));
export const services = LocalServices.extend({ scheduler: z.url() }).parse(runtime.endpoints);
export const clients = awsClients(services);
export const webhooks = operatorWebhooks(clients, outputs);
export const deliveries = dynamodbDeliveries(clients.dynamodb, outputs.DeliveriesTable, {
  now: Date.now,
});

const bothEvents: WebhookEventType[] = ["counter.increment", "counter.decrement"];

export interface TestReceiver {
  endpoint: WebhookEndpoint;
  secret: string;
  /** Everything that came, in order. */
  received: ReceivedDelivery[];
  /** Waits until so many verified requests have come, and gives them. */
  verified(count: number): Promise<VerifiedDelivery[]>;
}

/** An HTTPS receiver with an endpoint of its own, for one test. */
export async function createReceiver(
  organizationId: string,
  options: {
    events?: WebhookEventType[];
    behave?: (delivery: VerifiedDelivery) => Partial<Answer>;
  } = {},
): Promise<TestReceiver> {
  const { events = bothEvents, behave = () => ({}) } = options;
  const received: ReceivedDelivery[] = [];
  const secrets = new Map<string, string>();
  const receiver = await startReceiver({
    port: 0,
    certificates: await ensureCertificates(join(dataDir, "ca")),
    secrets,
    behave: (delivery) => ({ status: 200, hangMs: 0, ...behave(delivery) }),
    onDelivery: (delivery) => received.push(delivery),
  });
  onTestFinished(() => receiver.close());
  const url = `${receiver.url}hooks`;
  const { endpoint, secret } = await createEndpoint({ organizationId, url, events });
  secrets.set("/hooks", secret);
  const verified = () => received.filter((delivery) => delivery.verified);
  return {
    endpoint,
    secret,
    received,
    async verified(count) {
      await expect.poll(() => verified().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
      return verified();
    },
  };
}

export async function createEndpoint(setup: {
  organizationId: string;
  url: string;
  events: WebhookEventType[];
}) {
  const endpoint = newWebhookEndpoint(setup, { nowMs: Date.now(), randomBase62 });
  const creation = await webhooks.createEndpoint(endpoint);
  if (creation.outcome !== "created") throw new Error(`no endpoint: ${creation.outcome}`);
  return { endpoint, secret: creation.secret };
}

/** Waits until a delivery has come to rest in a state, and gives its record. */
export async function comesToRest(deliveryId: string, state: DeliveryState) {
  const current = async () => (await deliveries.load(deliveryId))?.state;
  await expect.poll(current, { timeout: 25_000, interval: 50 }).toBe(state);
  const record = await deliveries.load(deliveryId);
  if (record === undefined) throw new Error(`${deliveryId} has no record`);
  return record;
}
