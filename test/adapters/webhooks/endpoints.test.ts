import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import { secretOpener } from "../../../adapters/webhooks/kms-signing-secrets.ts";
import { newWebhookEndpoint } from "../../../core/webhooks/endpoint.ts";
import { client, createOrganization, outputs, stores } from "../../system/service.ts";
import { clients, createEndpoint, webhooks } from "../../system/webhooks/webhook-service.ts";

const setup = (organizationId: string) => ({
  organizationId,
  url: "https://receiver.example.com/hooks",
  events: ["counter.increment" as const],
});

const create = (organizationId: string) =>
  webhooks.createEndpoint(
    newWebhookEndpoint(setup(organizationId), { nowMs: Date.now(), randomBase62 }),
  );

test("of 16 endpoints made at the same moment 10 are made", async () => {
  const { id } = await createOrganization("pro");
  const creations = await Promise.all(Array.from({ length: 16 }, () => create(id)));
  const outcomes = Object.groupBy(creations, ({ outcome }) => outcome);
  expect([outcomes.created?.length, outcomes.limit_reached?.length]).toEqual([10, 6]);
  expect((await stores.endpointRegistry.list(id)).length).toBe(10);
});

test("a deleted endpoint makes room for another", async () => {
  const { id: organizationId } = await createOrganization("pro");
  const made = await Promise.all(
    Array.from({ length: 10 }, () => createEndpoint(setup(organizationId))),
  );
  expect((await create(organizationId)).outcome).toBe("limit_reached");
  const key = { organizationId, endpointId: made[0]?.endpoint.id ?? "" };
  expect((await stores.endpointRegistry.remove(key))?.id).toBe(key.endpointId);
  expect(await stores.endpointRegistry.remove(key)).toBeUndefined();
  expect((await create(organizationId)).outcome).toBe("created");
});

test("only Pro and Enterprise may have endpoints, and a change of plan reaches each", async () => {
  const { id: organizationId } = await createOrganization("free");
  expect((await create(organizationId)).outcome).toBe("plan_required");
  await stores.plans.set(organizationId, "enterprise");
  await Promise.all([
    createEndpoint(setup(organizationId)),
    createEndpoint(setup(organizationId)),
    stores.plans.set(organizationId, "pro"),
  ]);
  const plans = async () =>
    (await stores.webhookEndpoints.list(organizationId)).map(({ plan }) => plan);
  expect(await plans()).toEqual(["pro", "pro"]);
  await stores.plans.set(organizationId, "free");
  expect(await plans()).toEqual(["free", "free"]);
});

test("an unknown organization has no endpoints", async () => {
  expect((await create("org_unknown")).outcome).toBe("no_such_organization");
});

test("a sealed secret opens for its own endpoint only", async () => {
  const { id: organizationId } = await createOrganization("pro");
  const [one, other] = await Promise.all([
    createEndpoint(setup(organizationId)),
    createEndpoint(setup(organizationId)),
  ]);
  const open = secretOpener(clients.kms, Date.now);
  const keyOf = ({ endpoint }: typeof one) => ({ organizationId, endpointId: endpoint.id });
  const stored = await stores.webhookEndpoints.get(keyOf(one));
  if (stored === undefined) throw new Error("not stored");
  expect(await open(stored, keyOf(one))).toBe(one.secret);
  expect(one.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expect(open(stored, keyOf(other))).rejects.toThrow();
  await expect(open(stored, { ...keyOf(one), organizationId: "org_2" })).rejects.toThrow();
  const { Items = [] } = await client.send(
    new ScanCommand({ TableName: outputs.WebhookEndpointsTable }),
  );
  expect(JSON.stringify(Items)).not.toContain(one.secret.slice(6));
});

test("a lane changes only where there is an endpoint", async () => {
  const { id: organizationId } = await createOrganization("pro");
  const { endpoint } = await createEndpoint(setup(organizationId));
  const key = { organizationId, endpointId: endpoint.id };
  await stores.webhookEndpoints.setLane(key, "fast");
  expect((await stores.webhookEndpoints.get(key))?.lane).toBe("fast");
  await stores.endpointRegistry.remove(key);
  await stores.webhookEndpoints.setLane(key, "slow");
  expect(await stores.webhookEndpoints.get(key)).toBeUndefined();
});
