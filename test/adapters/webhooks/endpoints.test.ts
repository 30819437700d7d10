import { expect, test } from "vitest";
import { dynamodbWebhookEndpoints } from "../../../adapters/webhooks/dynamodb-endpoints.ts";
import { secretOpener } from "../../../adapters/webhooks/kms-signing-secrets.ts";
import {
  createEndpoint as createAs,
  updateEndpoint,
} from "../../../core/webhooks/manage-endpoints.ts";
import { operator } from "../../core/audit/operator.ts";
import { pagesAsText } from "../../system/pages-as-text.ts";
import { clients, createOrganization, outputs, stores, tables } from "../../system/service.ts";
import { createEndpoint } from "../../system/webhooks/webhook-service.ts";
import { meteredClient } from "./metered-client.ts";

const setup = (organizationId: string) => ({
  organizationId,
  url: "https://receiver.example.com/hooks",
  events: ["counter.increment" as const],
});

/** Without a look-up of the host name. */
const ports = { ...stores, resolve: async () => ["192.0.1.1"] };

const create = (organizationId: string) => createAs(ports, setup(organizationId), operator);

test("of 12 endpoints made at the same moment 10 are made", async () => {
  const { id } = await createOrganization("pro");
  const creations = await Promise.all(Array.from({ length: 12 }, () => create(id)));
  const results = Object.groupBy(creations, ({ result }) => result);
  expect([results.created?.length, results.limit_reached?.length]).toEqual([10, 2]);
  expect((await stores.endpointRegistry.list(id)).length).toBe(10);
});

test("a deleted endpoint makes room for another", async () => {
  const { id: organizationId } = await createOrganization("pro");
  const made = await Promise.all(
    Array.from({ length: 10 }, () => createEndpoint(setup(organizationId))),
  );
  expect((await create(organizationId)).result).toBe("limit_reached");
  const key = { organizationId, endpointId: made[0]?.endpoint.id ?? "" };
  expect(await stores.endpointRegistry.remove(key)).toMatchObject({
    id: key.endpointId,
  });
  expect(await stores.endpointRegistry.remove(key)).toBeUndefined();
  expect((await create(organizationId)).result).toBe("created");
});

test("only Pro and Enterprise may have endpoints, and a change of plan reaches each", async () => {
  const { id: organizationId } = await createOrganization("free");
  expect((await create(organizationId)).result).toBe("plan_required");
  await stores.plans.set(organizationId, "enterprise");
  await Promise.all([
    createEndpoint(setup(organizationId)),
    createEndpoint(setup(organizationId)),
    stores.plans.set(organizationId, "pro"),
  ]);
  const plans = async () => (await stores.endpoints.list(organizationId)).map(({ plan }) => plan);
  expect(await plans()).toEqual(["pro", "pro"]);
  await stores.plans.set(organizationId, "free");
  expect(await plans()).toEqual(["free", "free"]);
});

test("an unknown organization has no endpoints", async () => {
  expect((await create("org_unknown")).result).toBe("no_such_organization");
});

test("a sealed secret opens for its own endpoint only", async () => {
  const { id: organizationId } = await createOrganization("pro");
  const [one, other] = await Promise.all([
    createEndpoint(setup(organizationId)),
    createEndpoint(setup(organizationId)),
  ]);
  const open = secretOpener(clients.kms, Date.now);
  const keyOf = ({ endpoint }: typeof one) => ({ organizationId, endpointId: endpoint.id });
  const stored = await stores.endpoints.get(keyOf(one));
  if (stored === undefined) throw new Error("not stored");
  expect(await open(stored, keyOf(one))).toBe(one.secret);
  expect(one.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expect(open(stored, keyOf(other))).rejects.toThrow();
  await expect(open(stored, { ...keyOf(one), organizationId: "org_2" })).rejects.toThrow();
  let found = false;
  for await (const page of pagesAsText(outputs.WebhookEndpointsTable)) {
    found ||= page.includes(one.endpoint.id);
    expect(page).not.toContain(one.secret.slice(6));
  }
  expect(found).toBe(true);
});

test("health is written only where there is an endpoint", async () => {
  const { id: organizationId } = await createOrganization("pro");
  const { endpoint } = await createEndpoint(setup(organizationId));
  const key = { organizationId, endpointId: endpoint.id };
  await stores.endpoints.recordHealth(key, { set: { lane: "fast" }, recovered: true });
  expect((await stores.endpoints.get(key))?.lane).toBe("fast");
  const failure = { failingSinceMs: 1, lastError: "HTTP 503", lastErrorAtMs: 1 };
  await stores.endpoints.recordHealth(key, { set: failure, recovered: false });
  expect(await stores.endpoints.get(key)).toMatchObject({ lane: "fast", ...failure });
  await stores.endpoints.recordHealth(key, { set: { lastSuccessAtMs: 2 }, recovered: true });
  expect(await stores.endpoints.get(key)).toMatchObject({ lastSuccessAtMs: 2 });
  expect(await stores.endpoints.get(key)).not.toHaveProperty("failingSinceMs");
  await stores.endpointRegistry.remove(key);
  await stores.endpoints.recordHealth(key, { set: { lane: "slow" }, recovered: false });
  expect(await stores.endpoints.get(key)).toBeUndefined();
});

test("with a filter of 100 ids an endpoint costs no more to read for dispatch than without one", async () => {
  const { id: organizationId } = await createOrganization("pro");
  const counterIds = Array.from(
    { length: 100 },
    (_, index) => `ctr_${String(index).padStart(20, "0")}`,
  );
  const filter = { counterIds, groupIds: [] };
  // What it names need not exist any more.
  const trusting = { ...ports, unknownTargets: async () => [] };
  const { metered, units } = meteredClient();
  const costOf = async () => {
    units.length = 0;
    await dynamodbWebhookEndpoints(metered, tables).list(organizationId);
    return units.reduce<number>((sum, each = 0) => sum + each, 0);
  };
  const made = await create(organizationId);
  if (made.result !== "created") throw new Error(made.result);
  const before = await costOf();
  const key = { organizationId, endpointId: made.endpoint.id };
  await updateEndpoint(trusting, key, { filter }, operator);
  expect(await stores.endpoint(key)).toMatchObject({ filter });
  expect(await costOf()).toBe(before);
  // The most that there can be: 10 endpoints, whose 2.6 KB each are read at 4 KB a unit.
  for (let more = 1; more < 10; more += 1) {
    await createAs(trusting, { ...setup(organizationId), filter }, operator);
  }
  expect(await stores.endpoints.list(organizationId)).toHaveLength(10);
  expect(await costOf()).toBeLessThanOrEqual(9);
});
