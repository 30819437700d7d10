import { expect, test } from "vitest";
import { beginDeletion } from "../../../core/data/deletion.ts";
import { countEnvelope } from "../../../core/webhooks/count-webhooks.ts";
import { operator } from "../../core/audit/operator.ts";
import { createCustomer, createOrganization, stores, tapOnce } from "../service.ts";
import { comesToRest, createReceiver, updateEndpoint } from "./webhook-service.ts";

test("a tap reaches every endpoint that subscribed to it, and no other", async () => {
  const { organization, counter } = await createCustomer("pro");
  const both = await createReceiver(organization.id);
  const ups = await createReceiver(organization.id, { events: ["counter.increment"] });
  const downs = await createReceiver(organization.id, { events: ["counter.decrement"] });
  const stranger = await createReceiver((await createOrganization("pro")).id);
  await tapOnce(counter, "up");
  await tapOnce(counter, "down");
  const types = async (receiver: typeof both, count: number) =>
    (await receiver.verified(count)).map(({ event }) => event.type).sort();
  expect(await types(both, 2)).toEqual(["counter.decrement", "counter.increment"]);
  expect(await types(ups, 1)).toEqual(["counter.increment"]);
  expect(await types(downs, 1)).toEqual(["counter.decrement"]);
  expect([both, ups, downs, stranger].map(({ received }) => received.length)).toEqual([2, 1, 1, 0]);
});

test("headers and body are those of the contract", async () => {
  const { organization, counter } = await createCustomer("enterprise");
  const receiver = await createReceiver(organization.id);
  await tapOnce(counter, "down");
  const [delivery] = await receiver.verified(1);
  const stored = await stores.countEvents.get(
    { organizationId: organization.id, counterId: counter.id },
    1,
  );
  const { createdAt = "" } = stored ?? {};
  const envelope = countEnvelope({
    organizationId: organization.id,
    counterId: counter.id,
    counterName: counter.name,
    ...{
      eventType: "decrement",
      previousCount: 0,
      count: -1,
      delta: -1,
      lastEventId: 1,
      createdAt,
    },
  });
  expect(JSON.parse(delivery?.body ?? "")).toEqual(envelope);
  expect(envelope.id).toBe(`counter.decrement:${counter.id}:1`);
  const timestamp = delivery?.headers.timestamp;
  expect(delivery?.headers).toEqual({
    contentType: "application/json",
    userAgent: "Service-Webhooks/1.0",
    signature: expect.stringMatching(`^t=${timestamp},v1=[0-9a-f]{64}$`),
    timestamp: expect.stringMatching(/^\d{10}$/),
    event: "counter.decrement",
    deliveryId: expect.stringMatching(/^dlv_/),
  });
});

test("a retry has the same ids and bytes, a fresh signature, and is not sent too early", async () => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id, {
    behave: ({ request }) => ({ status: request <= 3 ? 503 : 204 }),
  });
  await tapOnce(counter);
  const requests = await receiver.verified(4);
  expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  expect(new Set(requests.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  expect(new Set(requests.map(({ headers }) => headers.signature)).size).toBe(4);
  const record = await comesToRest(requests[0]?.deliveryId ?? "", "delivered");
  expect(record.attempts.map(({ status }) => status)).toEqual([503, 503, 503, 204]);
  for (const [index, waitSeconds] of [1, 2, 1].entries()) {
    const failed = record.attempts[index];
    const endMs = Date.parse(failed?.at ?? "") + (failed?.durationMs ?? 0);
    expect(requests[index + 1]?.receivedAtMs).toBeGreaterThanOrEqual(
      endMs + waitSeconds * 1_000 - 5,
    );
  }
});

test("after the fifth retry a delivery is failed, with every attempt on record", async () => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id, { behave: () => ({ status: 500 }) });
  await tapOnce(counter);
  const [first] = await receiver.verified(6);
  const record = await comesToRest(first?.deliveryId ?? "", "failed");
  expect(record.attempts.map(({ attempt, status }) => [attempt, status])).toEqual(
    [1, 2, 3, 4, 5, 6].map((attempt) => [attempt, 500]),
  );
  expect(record.attempts[0]?.response).toBe("told to refuse\n");
  expect(record.next).toBeUndefined();
  expect(receiver.received.length).toBe(6);
});

test("410 ends the delivery and leaves the endpoint", async () => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id, {
    behave: ({ event }) => ({ status: event.id.endsWith(":1") ? 410 : 200 }),
  });
  await tapOnce(counter);
  const [first] = await receiver.verified(1);
  await comesToRest(first?.deliveryId ?? "", "stopped");
  await tapOnce(counter);
  const [, second] = await receiver.verified(2);
  expect(second?.deliveryId).not.toBe(first?.deliveryId);
  await comesToRest(second?.deliveryId ?? "", "delivered");
});

test.each<[string, (organizationId: string, endpointId: string) => Promise<unknown>]>([
  [
    "its endpoint is deleted",
    (organizationId, endpointId) => stores.endpointRegistry.remove({ organizationId, endpointId }),
  ],
  ["its plan is lost", (organizationId) => stores.plans.set(organizationId, "free")],
  [
    "the deletion of its organization begins",
    (organizationId) => beginDeletion(stores, { organizationId }, operator),
  ],
])("a pending delivery is cancelled when %s, and no other is made", async (_, end) => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id, { behave: () => ({ status: 500 }) });
  await tapOnce(counter);
  const [first] = await receiver.verified(1);
  await end(organization.id, receiver.endpoint.id);
  await tapOnce(counter);
  const record = await comesToRest(first?.deliveryId ?? "", "cancelled");
  expect(receiver.received.length).toBe(record.attempts.length);
});

test("a new endpoint receives the next tap, a changed one receives it at its new URL", async () => {
  const { organization, counter } = await createCustomer("pro");
  const old = await createReceiver(organization.id);
  await tapOnce(counter);
  await old.verified(1);
  const other = await createReceiver(organization.id, { events: ["counter.decrement"] });
  const key = { organizationId: organization.id, endpointId: old.endpoint.id };
  await updateEndpoint(key, { url: other.endpoint.url });
  await tapOnce(counter);
  // The secret stays with the endpoint, so the other receiver cannot verify what comes now.
  await expect.poll(() => other.received.length, { timeout: 30_000 }).toBe(1);
  expect(other.received[0]?.verified).toBe(false);
  expect(old.received.length).toBe(1);
});
