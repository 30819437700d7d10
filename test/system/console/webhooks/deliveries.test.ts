import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import type { DeliveryPageView } from "../../../../api/private/deliveries.ts";
import type { DeliveryRecord } from "../../../../core/webhooks/delivery.ts";
import { client, createCounter, outputs, stores, tapOnce } from "../../service.ts";
import { createReceiver, deliveries } from "../../webhooks/webhook-service.ts";
import { type ConsoleUser, consoleUser } from "../console-user.ts";
import { newEndpoint, testRecord } from "./made-records.ts";

const nowMs = Date.now();
const minutesAgo = (minutes: number) => nowMs - minutes * 60_000;

/** An organization with two endpoints, and with the records on record. */
async function withRecords(of: { ago: number; endpoint: 0 | 1; more?: Partial<DeliveryRecord> }[]) {
  const owner = await consoleUser("owner");
  const { id: organizationId } = owner.organization;
  const { id: counterId } = await createCounter(owner.organization);
  const endpoints = [await newEndpoint(owner), await newEndpoint(owner)];
  const records = of.map(({ ago, endpoint, more }) => {
    const endpointId = endpoints[endpoint]?.id ?? "";
    return testRecord({ organizationId, endpointId, counterId, atMs: minutesAgo(ago) }, more);
  });
  for (const record of records) expect(await deliveries.recordFirst(record)).toBe(true);
  return { owner, counterId, endpoints, ids: records.map(({ deliveryId }) => deliveryId) };
}

const all = "GET /api/webhooks/{organizationId}/deliveries";
const one = "GET /api/webhooks/{organizationId}/deliveries/{deliveryId}";
const resend = "POST /api/webhooks/{organizationId}/deliveries/resend";
const list = (owner: ConsoleUser, query: object = {}) => owner.reply(all, {}, query);

const idsOf = ({ deliveries: rows }: DeliveryPageView) => rows.map(({ id }) => id);

describe("deliveries", () => {
  test("of all endpoints are merged by the time of their events, and filtered", async () => {
    const { owner, counterId, endpoints, ids } = await withRecords([
      { ago: 1, endpoint: 0 },
      { ago: 2, endpoint: 1, more: { state: "failed" } },
      { ago: 3, endpoint: 0, more: { eventType: "counter.decrement" } },
      { ago: 4, endpoint: 1, more: { state: "paused", attempts: [] } },
    ]);
    const [first, second, third, fourth] = ids;
    const page = await list(owner);
    expect(idsOf(page)).toEqual(ids);
    expect(page).toMatchObject({ searchedCount: 4, next: null, searchedBackTo: null });
    expect(page.deliveries[3]).toMatchObject({ state: "paused", lastAttempt: null });
    const endpoint = endpoints[0]?.id ?? "";
    expect(idsOf(await list(owner, { endpoint }))).toEqual([first, third]);
    expect(idsOf(await list(owner, { state: "failed" }))).toEqual([second]);
    expect(idsOf(await list(owner, { state: "paused" }))).toEqual([fourth]);
    expect(idsOf(await list(owner, { state: "delivered" }))).toEqual([first, third]);
    expect(idsOf(await list(owner, { type: "counter.decrement" }))).toEqual([third]);
    expect(idsOf(await list(owner, { counter: counterId }))).toEqual(ids);
    expect(idsOf(await list(owner, { counter: `ctr_${"0".repeat(20)}` }))).toEqual([]);
    const since = new Date(minutesAgo(3)).toISOString();
    const until = new Date(minutesAgo(1)).toISOString();
    expect(idsOf(await list(owner, { since, until }))).toEqual([second, third]);
  });

  test("of an endpoint that was deleted can still be seen by its id", async () => {
    const { owner, endpoints, ids } = await withRecords([{ ago: 1, endpoint: 0 }]);
    const endpointId = endpoints[0]?.id ?? "";
    const key = { organizationId: owner.organization.id, endpointId };
    await stores.endpointRegistry.remove(key);
    expect(idsOf(await list(owner))).toEqual([]);
    expect(idsOf(await list(owner, { endpoint: endpointId }))).toEqual(ids);
    const other = await consoleUser("owner");
    await other.refusal(404, all, {}, { endpoint: endpointId });
  });
});

test("a delivery has its attempts and its request, whose signature is a placeholder", async () => {
  const owner = await consoleUser("owner");
  const { endpoint, verified, secret } = await createReceiver(owner.organization.id);
  await tapOnce(await createCounter(owner.organization));
  const [delivery] = await verified(1);
  const at = { deliveryId: delivery?.deliveryId ?? "" };
  await expect.poll(async () => (await owner.request(one, at)).status).toBe(200);
  const details = await owner.reply(one, at);
  expect(JSON.stringify(details)).not.toContain(secret);
  expect(details).toMatchObject({ state: "delivered", alertId: null, attempts: [{ status: 200 }] });
  expect(details.request?.headers["X-Service-Signature"]).toMatch(/^t=\d+,v1=…$/);
  const deliveryIds = [details.id, `dlv_${"0".repeat(48)}`];
  expect((await owner.reply(resend, {}, { deliveryIds })).results).toEqual([
    { id: details.id, why: null },
    { id: deliveryIds[1], why: "There is no such delivery any more." },
  ]);
  await verified(2);
  await makeSlow(owner.organization.id, endpoint.id);
  await owner.reply(resend, {}, { deliveryIds: [details.id] });
  await verified(3);
});

/** Puts an endpoint where its attempts wait in the queue of slow endpoints. */
async function makeSlow(organizationId: string, endpointId: string): Promise<void> {
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.WebhookEndpointsTable,
      Key: marshall({ organizationId, endpointId }),
      UpdateExpression: "SET lane = :slow, lastSlowAtMs = :now",
      ExpressionAttributeValues: marshall({ ":slow": "slow", ":now": Date.now() }),
    }),
  );
}

test("events show what became of them at each endpoint, page by page", async () => {
  const owner = await consoleUser("owner");
  const counter = await createCounter(owner.organization);
  const { endpoint, verified } = await createReceiver(owner.organization.id);
  const silent = await createReceiver(owner.organization.id, { events: ["threshold.alert.fired"] });
  const tappedAt = "2026-11-22T06:40:00.000Z";
  const late = { metadata: { gate: "gat_1", tappedAt } };
  for (let tap = 0; tap < 27; tap += 1) await tapOnce(counter, "up", tap < 26 ? {} : late);
  await verified(27);
  const read = (before?: string | null) =>
    owner.reply(
      "GET /api/webhooks/{organizationId}/events",
      {},
      {
        ...{ of: "counter", counter: counter.id, before: before ?? undefined },
      },
    );
  await expect.poll(async () => (await read()).events[0]?.deliveries[0]?.state).toBe("delivered");
  const first = await read();
  expect(first.endpoints.map(({ id }) => id)).toEqual([endpoint.id, silent.endpoint.id]);
  expect(first.events).toHaveLength(25);
  expect(first.events[0]).toMatchObject({
    ...{ type: "counter.increment", before: 26, after: 27, tappedAt },
    deliveries: [{ state: "delivered" }, { state: null }],
  });
  const second = await read(first.next);
  expect(second).toMatchObject({ next: null, events: [{ after: 2 }, { after: 1 }] });
});
