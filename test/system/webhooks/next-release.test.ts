import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import type { EndpointKey } from "../../../core/webhooks/endpoint.ts";
import { pauseEndpoint, resumeEndpoint } from "../../../core/webhooks/pause-endpoint.ts";
import { activateNextSecret, makeNextSecret } from "../../../core/webhooks/replace-secret.ts";
import { newGroup, regroup } from "../group-service.ts";
import { operator } from "../people-service.ts";
import { clients, createCounter, createCustomer, outputs, stores, tapOnce } from "../service.ts";
import { createReceiver, updateEndpoint } from "./webhook-service.ts";

/** Writes fields into an endpoint's item as a newer release does. */
async function store(key: EndpointKey, fields: Record<string, unknown>): Promise<void> {
  const names = Object.keys(fields);
  await clients.dynamodb.send(
    new UpdateItemCommand({
      TableName: outputs.WebhookEndpointsTable,
      Key: marshall(key),
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: marshall(
        Object.fromEntries(names.map((name) => [`:${name}`, fields[name]])),
      ),
    }),
  );
}

test("what a newer release stores of an endpoint is obeyed, and kept by everything that writes it", async () => {
  const { organization } = await createCustomer("pro");
  const [listed, grouped, other] = await Promise.all([
    createCounter(organization),
    createCounter(organization),
    createCounter(organization),
  ]);
  const group = await newGroup(organization);
  await regroup(grouped, group.id);
  const receiver = await createReceiver(organization.id);
  const key = { organizationId: organization.id, endpointId: receiver.endpoint.id };
  const fields = {
    name: "Box office 🎟",
    filter: { counterIds: [listed.id], groupIds: [group.id] },
    standardWebhooks: true,
  };
  await store(key, fields);

  await makeNextSecret(stores, key, operator);
  await activateNextSecret(stores, key, {}, operator);
  await pauseEndpoint(stores, key, operator);
  await resumeEndpoint(stores, key, operator);
  await updateEndpoint(key, { events: ["counter.increment"] });
  await stores.plans.set(organization.id, "enterprise");
  await stores.endpoints.recordHealth(key, { set: { lane: "fast" }, recovered: true });
  expect(await stores.endpoint(key)).toMatchObject({ ...fields, plan: "enterprise", lane: "fast" });

  for (const counter of [other, listed, grouped]) await tapOnce(counter, "up");
  // The secret is another one by now: what it verifies is tested elsewhere.
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  const counted = receiver.received.map(({ body }) => JSON.parse(body).data.counterId);
  expect(new Set(counted)).toEqual(new Set([listed.id, grouped.id]));
  for (const { raw } of receiver.received) {
    expect(raw.headers).toMatchObject({
      "webhook-id": raw.headers["x-service-delivery"],
      "webhook-timestamp": raw.headers["x-service-timestamp"],
      "webhook-signature": expect.stringMatching(/^v1,[\w+/]{43}=$/),
    });
  }
});
