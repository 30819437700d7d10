import { expect, test } from "vitest";
import { dynamodbWatchedEndpoints } from "../../../adapters/notices/dynamodb-watched-endpoints.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { pauseEndpoint } from "../../../core/webhooks/pause-endpoint.ts";
import { operator } from "../../system/people-service.ts";
import { client, createOrganization, stores, tables } from "../../system/service.ts";
import { createEndpoint } from "../../system/webhooks/webhook-service.ts";

const watched = dynamodbWatchedEndpoints(client, tables, systemClock);
const url = "https://receiver.example.com/hooks/secret";
/** Long ago, and so among the first that are due. */
const since = Date.parse("2001-01-01T00:00:00.000Z");
const iso = (minutes: number) => new Date(since + minutes * 60_000).toISOString();
const failure = { failingSinceMs: since, lastError: "HTTP 503", lastErrorAtMs: since };

async function failingEndpoint() {
  const { id: organizationId } = await createOrganization("pro");
  const events = ["counter.increment" as const];
  const { endpoint } = await createEndpoint({ organizationId, url, events });
  const key = { organizationId, endpointId: endpoint.id };
  const fails = (minutes: number) =>
    stores.endpoints.recordHealth(key, {
      ...{ set: { ...failure, watchAt: iso(minutes) }, recovered: false },
    });
  await fails(60);
  const isDue = async (minutes: number) =>
    (await watched.dueEndpoints(since + minutes * 60_000, 1_000)).some(
      ({ endpointId }) => endpointId === key.endpointId,
    );
  return { key, fails, isDue };
}

test("an endpoint that fails is due from its time on, in plans with webhooks, until it is deleted", async () => {
  const { key, fails, isDue } = await failingEndpoint();
  // It fails on, which puts nothing off.
  await fails(90);
  expect([await isDue(59), await isDue(60)]).toEqual([false, true]);
  expect(await watched.watchedEndpoint(key)).toEqual({
    ...{ ...key, url, failingSinceMs: since, lastErrorAtMs: since, watchAt: iso(60) },
  });
  await stores.plans.set(key.organizationId, "free");
  expect(await isDue(60)).toBe(false);
  await stores.plans.set(key.organizationId, "enterprise");
  expect(await isDue(60)).toBe(true);
  await stores.endpointRegistry.remove(key);
  expect([await isDue(60), await watched.watchedEndpoint(key)]).toEqual([false, undefined]);
});

test("a look is recorded, and ends when nothing is left to tell", async () => {
  const { key, isDue } = await failingEndpoint();
  const look = { watched: { untilMs: since, failure: { sinceMs: since, hours: 1 } } };
  const seen = await watched.watchedEndpoint(key);
  if (seen === undefined) throw new Error("not due");
  await watched.recordLook(seen, { ...look, watchAt: iso(120) });
  expect([await isDue(119), await isDue(120)]).toEqual([false, true]);
  const again = await watched.watchedEndpoint(key);
  expect(again).toEqual({ ...seen, ...look, watchAt: iso(120) });
  await watched.recordLook(again ?? seen, look);
  expect([await isDue(10_000), await watched.watchedEndpoint(key)]).toEqual([false, undefined]);
});

test.each<[string, (key: { organizationId: string; endpointId: string }) => Promise<unknown>]>([
  [
    "recovers",
    (key) =>
      stores.endpoints.recordHealth(key, { set: { lastSuccessAtMs: since }, recovered: true }),
  ],
  ["is paused", (key) => pauseEndpoint(stores, key, operator)],
])("an endpoint that %s while it is looked at stays due", async (_, change) => {
  const { key } = await failingEndpoint();
  const seen = await watched.watchedEndpoint(key);
  if (seen === undefined) throw new Error("not due");
  await change(key);
  await watched.recordLook(seen, { watched: { untilMs: since } });
  const after = await watched.watchedEndpoint(key);
  expect(after?.watchAt).toBeDefined();
  expect(after?.watched).toBeUndefined();
});
