import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, expect, test } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import { attemptSender } from "../../../adapters/webhooks/attempt-sender.ts";
import { dynamodbWebhookEndpoints } from "../../../adapters/webhooks/dynamodb-endpoints.ts";
import { secretOpener } from "../../../adapters/webhooks/kms-signing-secrets.ts";
import type { StoredCount } from "../../../core/counters/count-event.ts";
import { firstMessage } from "../../../core/webhooks/attempt-message.ts";
import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import { ensureCertificates } from "../../../local/certificate-authority.ts";
import { trust } from "../../local/receiver/test-delivery.ts";
import { clients, createOrganization, dataDir, stores, tables } from "../../system/service.ts";
import { createReceiver } from "../../system/webhooks/webhook-service.ts";
import { meteredClient } from "./metered-client.ts";

const minuteMs = 60_000;

// Other files in this process need receivers that it does not trust.
const trustedBefore = getCACertificates("default");
afterAll(() => setDefaultCACertificates(trustedBefore));

/** Attempts at an endpoint, with a clock of their own; each returns the units that its health cost. */
async function attempts() {
  trust((await ensureCertificates(join(dataDir, "ca"))).authority);
  const { id: organizationId } = await createOrganization("pro");
  let status = 200;
  const receiver = await createReceiver(organizationId, { behave: () => ({ status }) });
  const endpointId = receiver.endpoint.id;
  const { metered, units } = meteredClient();
  let nowMs = Date.now();
  const sender = attemptSender({
    endpoints: dynamodbWebhookEndpoints(metered, tables),
    openSecret: secretOpener(clients.kms, Date.now),
    allowedAddresses: ["127.0.0.0/8", "::1/128"],
    now: () => nowMs,
    leftMs: () => Number.POSITIVE_INFINITY,
  });
  async function attempt(lastEventId: number) {
    const count: StoredCount = {
      ...{ organizationId, counterId: `ctr_${randomBase62(20)}`, counterName: "Gate" },
      ...{ eventType: "increment", previousCount: 0, count: 1, delta: 1, lastEventId },
      createdAt: new Date(nowMs).toISOString(),
    };
    const message = firstMessage(countWebhook(count), endpointId);
    const made = await sender(message);
    units.length = 0;
    if (made.kind !== "endpoint") throw new Error(made.kind);
    await made.recordHealth(await made.send(message));
    return units.slice();
  }
  const stored = () => stores.endpoints.get({ organizationId, endpointId });
  return {
    stored,
    respond(next: number) {
      status = next;
    },
    pass(ms: number) {
      nowMs += ms;
    },
    now: () => nowMs,
    async attempts(count: number) {
      const costs: (number | undefined)[][] = [];
      for (let number = 1; number <= count; number += 1) costs.push(await attempt(number));
      return costs;
    },
  };
}

test("successes cost one write of one unit in a minute, whatever their number", async () => {
  const sending = await attempts();
  expect((await sending.attempts(20)).flat()).toEqual([1]);
  expect(await sending.stored()).toMatchObject({ lane: "fast", lastSuccessAtMs: sending.now() });
  sending.pass(minuteMs - 1);
  expect((await sending.attempts(20)).flat()).toEqual([]);
  sending.pass(1);
  expect((await sending.attempts(20)).flat()).toEqual([1]);
  expect(await sending.stored()).toMatchObject({ lastSuccessAtMs: sending.now() });
});

test("failures and the first success after them are written at once", async () => {
  const sending = await attempts();
  await sending.attempts(1);
  const successMs = sending.now();
  sending.pass(1_000);
  sending.respond(503);
  expect((await sending.attempts(5)).flat()).toEqual([1]);
  expect(await sending.stored()).toMatchObject({
    ...{ lastSuccessAtMs: successMs, failingSinceMs: successMs + 1_000 },
    ...{ lastError: "HTTP 503", lastErrorAtMs: successMs + 1_000 },
  });
  sending.pass(minuteMs);
  sending.respond(500);
  expect((await sending.attempts(5)).flat()).toEqual([1]);
  expect(await sending.stored()).toMatchObject({
    ...{ failingSinceMs: successMs + 1_000, lastError: "HTTP 500" },
  });
  sending.respond(200);
  expect((await sending.attempts(5)).flat()).toEqual([1]);
  expect(await sending.stored()).not.toHaveProperty("failingSinceMs");
  expect(await sending.stored()).toMatchObject({ lastSuccessAtMs: sending.now() });
});
