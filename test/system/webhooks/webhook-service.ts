import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import { ConditionalCheckFailedException, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, onTestFinished } from "vitest";
import {
  deliveryItemKey,
  dynamodbDeliveries,
} from "../../../adapters/webhooks/dynamodb-deliveries.ts";
import type { DeliveryState } from "../../../core/webhooks/delivery.ts";
import type { EndpointKey, WebhookEndpoint } from "../../../core/webhooks/endpoint.ts";
import type { EndpointSettings, EndpointSetup } from "../../../core/webhooks/endpoint-settings.ts";
import {
  createEndpoint as createAs,
  updateEndpoint as updateAs,
} from "../../../core/webhooks/manage-endpoints.ts";
import type { WebhookEventType } from "../../../core/webhooks/webhook-event.ts";
import { ensureCertificates } from "../../../local/certificate-authority.ts";
import { listen } from "../../../local/ports.ts";
import {
  type ReceivedDelivery,
  type ResponsePlan,
  startReceiver,
  type VerifiedDelivery,
} from "../../../local/receiver/receiver.ts";
import { operator } from "../../core/audit/operator.ts";
import { clients, dataDir, outputs, stores, tables } from "../service.ts";

export const deliveries = dynamodbDeliveries(clients.dynamodb, tables, {
  now: Date.now,
});

const bothEvents: WebhookEventType[] = ["counter.increment", "counter.decrement"];

export interface TestReceiver {
  endpoint: WebhookEndpoint;
  secret: string;
  /** Everything that came, in order. */
  received: ReceivedDelivery[];
  /** Waits until so many verified requests have come, and returns them. */
  verified(count: number): Promise<VerifiedDelivery[]>;
}

/** An HTTPS receiver with an endpoint of its own, for one test. */
export async function createReceiver(
  organizationId: string,
  options: {
    events?: WebhookEventType[];
    settings?: Partial<EndpointSettings>;
    behave?: (delivery: VerifiedDelivery) => Partial<ResponsePlan>;
  } = {},
): Promise<TestReceiver> {
  const { events = bothEvents, settings, behave = () => ({}) } = options;
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
  const { endpoint, secret } = await createEndpoint({ organizationId, url, events, ...settings });
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

/** An HTTPS receiver that verifies nothing and acknowledges everything. */
export async function startNaiveReceiver() {
  const { certificate, key } = await ensureCertificates(join(dataDir, "ca"));
  const options = { cert: await readFile(certificate), key: await readFile(key) };
  let received = 0;
  const server = createServer(options, (request, response) => {
    received += 1;
    request.resume().on("end", () => response.writeHead(204).end());
  });
  const port = await listen(server, 0);
  return {
    url: `https://localhost:${port}/`,
    count: () => received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// A made-up host has any public address.
const resolve = async (name: string) => [name === "localhost" ? "127.0.0.1" : "192.0.1.1"];

export async function createEndpoint(setup: EndpointSetup) {
  const created = await createAs({ ...stores, resolve }, setup, operator);
  if (created.result !== "created") throw new Error(`no endpoint: ${created.result}`);
  return created;
}

export async function updateEndpoint(
  key: EndpointKey,
  change: Partial<EndpointSettings>,
): Promise<void> {
  const updated = await updateAs({ ...stores, resolve }, key, change, operator);
  if (updated.result !== "updated") throw new Error(`not updated: ${updated.result}`);
}

/** Waits until a delivery is in a final state, and returns its record. */
export async function comesToRest(deliveryId: string, state: DeliveryState) {
  const current = async () => (await deliveries.load(deliveryId))?.state;
  await expect.poll(current, { timeout: 25_000, interval: 50 }).toBe(state);
  const record = await deliveries.load(deliveryId);
  if (record === undefined) throw new Error(`${deliveryId} has no record`);
  return record;
}

/**
 * Postpones the retry of a delivery by an hour; its message, which has another token then, is
 * dropped. False where no retry waits.
 */
export async function postponeRetry(deliveryId: string): Promise<boolean> {
  const postponed = new UpdateItemCommand({
    TableName: outputs.DeliveriesTable,
    Key: marshall(deliveryItemKey(deliveryId)),
    UpdateExpression: "SET #next.fencingToken = :token, #next.dueMs = :dueMs",
    ConditionExpression:
      "attribute_exists(#next.fencingToken) AND attribute_not_exists(#next.claimedBy)",
    ExpressionAttributeNames: { "#next": "next" },
    ExpressionAttributeValues: marshall({
      ":token": "postponed",
      ":dueMs": Date.now() + 3_600_000,
    }),
  });
  try {
    await clients.dynamodb.send(postponed);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
