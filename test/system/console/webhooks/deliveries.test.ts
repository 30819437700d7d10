import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import {
  DeliveryDetails,
  DeliveryPageView,
  EventPageView,
  ResendResults,
} from "../../../../api/private/deliveries.ts";
import type { DeliveryRecord } from "../../../../core/webhooks/delivery.ts";
import { createStaff, type Staff } from "../../people-service.ts";
import { askConsole, client, outputs, stores, tapOnce } from "../../service.ts";
import { createReceiver, deliveries } from "../../webhooks/webhook-service.ts";
import { newEndpoint, testRecord } from "./made-records.ts";

const nowMs = Date.now();
const minutesAgo = (minutes: number) => nowMs - minutes * 60_000;

/** An organization with two endpoints, and with the records on record. */
async function withRecords(of: { ago: number; endpoint: 0 | 1; more?: Partial<DeliveryRecord> }[]) {
  const staff = await createStaff();
  const endpoints = [await newEndpoint(staff), await newEndpoint(staff)];
  const organizationId = staff.organization.id;
  const records = of.map(({ ago, endpoint, more }) => {
    const endpointId = endpoints[endpoint]?.id ?? "";
    const counterId = staff.counter.id;
    return testRecord({ organizationId, endpointId, counterId, atMs: minutesAgo(ago) }, more);
  });
  for (const record of records) expect(await deliveries.recordFirst(record)).toBe(true);
  return { staff, endpoints, ids: records.map(({ deliveryId }) => deliveryId) };
}

async function list(staff: Staff, query: Record<string, string> = {}) {
  const path = `/api/webhooks/${staff.organization.id}/deliveries`;
  const response = await askConsole(`${path}?${new URLSearchParams(query)}`, {
    cookie: staff.owner.cookie,
  });
  return DeliveryPageView.parse(await response.json());
}

const idsOf = ({ deliveries: rows }: DeliveryPageView) => rows.map(({ id }) => id);

describe("deliveries", () => {
  test("of all endpoints are merged by the time of their events, and filtered", async () => {
    const { staff, endpoints, ids } = await withRecords([
      { ago: 1, endpoint: 0 },
      { ago: 2, endpoint: 1, more: { state: "failed" } },
      { ago: 3, endpoint: 0, more: { eventType: "counter.decrement" } },
      { ago: 4, endpoint: 1, more: { state: "paused", attempts: [] } },
    ]);
    const [first, second, third, fourth] = ids;
    const page = await list(staff);
    expect(idsOf(page)).toEqual(ids);
    expect(page).toMatchObject({ searchedCount: 4, next: null, searchedBackTo: null });
    expect(page.deliveries[3]).toMatchObject({ state: "paused", lastAttempt: null });
    const endpoint = endpoints[0]?.id ?? "";
    expect(idsOf(await list(staff, { endpoint }))).toEqual([first, third]);
    expect(idsOf(await list(staff, { state: "failed" }))).toEqual([second]);
    expect(idsOf(await list(staff, { state: "paused" }))).toEqual([fourth]);
    expect(idsOf(await list(staff, { state: "delivered" }))).toEqual([first, third]);
    expect(idsOf(await list(staff, { type: "counter.decrement" }))).toEqual([third]);
    expect(idsOf(await list(staff, { counter: staff.counter.id }))).toEqual(ids);
    expect(idsOf(await list(staff, { counter: `ctr_${"0".repeat(20)}` }))).toEqual([]);
    const since = new Date(minutesAgo(3)).toISOString();
    const until = new Date(minutesAgo(1)).toISOString();
    expect(idsOf(await list(staff, { since, until }))).toEqual([second, third]);
  });

  test("come in pages that neither repeat nor leave out any", async () => {
    const made = Array.from({ length: 120 }, (_, index) => ({
      ago: index,
      endpoint: (index % 2) as 0 | 1,
      more: { state: index % 3 === 0 ? ("failed" as const) : ("delivered" as const) },
    }));
    const { staff, ids } = await withRecords(made);
    for (const query of [{}, { state: "failed" }] as Record<string, string>[]) {
      const found: string[] = [];
      let next: string | null = null;
      do {
        const page = await list(staff, { ...query, ...(next !== null && { from: next }) });
        found.push(...idsOf(page));
        next = page.next;
      } while (next !== null);
      const wanted = "state" in query ? ids.filter((_, index) => index % 3 === 0) : ids;
      expect(found).toEqual(wanted);
    }
  });

  test("of an endpoint that was deleted can still be seen by its id", async () => {
    const { staff, endpoints, ids } = await withRecords([{ ago: 1, endpoint: 0 }]);
    const endpointId = endpoints[0]?.id ?? "";
    const key = { organizationId: staff.organization.id, endpointId };
    await stores.endpointRegistry.remove(key);
    expect(idsOf(await list(staff))).toEqual([]);
    expect(idsOf(await list(staff, { endpoint: endpointId }))).toEqual(ids);
    const others = await createStaff();
    const path = `/api/webhooks/${others.organization.id}/deliveries?endpoint=${endpointId}`;
    expect((await askConsole(path, { cookie: others.owner.cookie })).status).toBe(404);
  });
});

test("a delivery has its attempts and its request, whose signature is a placeholder", async () => {
  const staff = await createStaff();
  const { endpoint, verified, secret } = await createReceiver(staff.organization.id);
  await tapOnce(staff.counter);
  const [delivery] = await verified(1);
  const path = `/api/webhooks/${staff.organization.id}/deliveries`;
  const { cookie } = staff.owner;
  const read = async () => askConsole(`${path}/${delivery?.deliveryId}`, { cookie });
  await expect.poll(async () => (await read()).status).toBe(200);
  const text = await (await read()).text();
  expect(text).not.toContain(secret);
  const details = DeliveryDetails.parse(JSON.parse(text));
  expect(details).toMatchObject({ state: "delivered", alertId: null, attempts: [{ status: 200 }] });
  expect(details.request?.headers["X-Service-Signature"]).toMatch(/^t=\d+,v1=…$/);
  const deliveryIds = [details.id, `dlv_${"0".repeat(48)}`];
  const resent = await askConsole(`${path}/resend`, {
    ...{ method: "POST", cookie, body: { deliveryIds } },
  });
  expect(ResendResults.parse(await resent.json()).results).toEqual([
    { id: details.id, why: null },
    { id: deliveryIds[1], why: "There is no such delivery any more." },
  ]);
  await verified(2);
  await makeSlow(staff.organization.id, endpoint.id);
  const again = { method: "POST", cookie, body: { deliveryIds: [details.id] } } as const;
  expect((await askConsole(`${path}/resend`, again)).status).toBe(200);
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
  const staff = await createStaff();
  const { endpoint, verified } = await createReceiver(staff.organization.id);
  const silent = await createReceiver(staff.organization.id, { events: ["threshold.alert.fired"] });
  for (let tap = 0; tap < 27; tap += 1) await tapOnce(staff.counter);
  await verified(27);
  const path = `/api/webhooks/${staff.organization.id}/events?of=counter&counter=${staff.counter.id}`;
  const read = async (before = "") => {
    const response = await askConsole(`${path}${before}`, { cookie: staff.owner.cookie });
    return EventPageView.parse(await response.json());
  };
  await expect.poll(async () => (await read()).events[0]?.deliveries[0]?.state).toBe("delivered");
  const first = await read();
  expect(first.endpoints.map(({ id }) => id)).toEqual([endpoint.id, silent.endpoint.id]);
  expect(first.events).toHaveLength(25);
  expect(first.events[0]).toMatchObject({
    ...{ type: "counter.increment", before: 26, after: 27 },
    deliveries: [{ state: "delivered" }, { state: null }],
  });
  const second = await read(`&before=${first.next}`);
  expect(second).toMatchObject({ next: null, events: [{ after: 2 }, { after: 1 }] });
});
