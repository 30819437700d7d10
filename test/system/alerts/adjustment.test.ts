import { expect, test } from "vitest";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import { adjustCounter } from "../../../core/counters/settings/adjust-counter.ts";
import { resetGroup } from "../../../core/groups/settings/reset-group.ts";
import { operator } from "../../core/audit/operator.ts";
import { newAlert } from "../alert-service.ts";
import { keyOf, uninterrupted } from "../group-service.ts";
import { createCounter, stores } from "../service.ts";
import { createReceiver } from "../webhooks/webhook-service.ts";
import {
  alertCustomer,
  allEvaluated,
  firingsOf,
  groupWith,
  storedAlert,
  totalBecomes,
} from "./alert-customer.ts";

async function set({ organizationId, id }: StoredCounter, to: number): Promise<void> {
  const key = { organizationId, counterId: id };
  const adjusted = await adjustCounter(stores, { key, to }, operator);
  if (adjusted.result !== "adjusted") throw new Error(adjusted.result);
}

test("a hall that is reset counter by counter fires nothing, whatever its total is in between", async () => {
  const { organization } = await alertCustomer();
  const { group, members } = await groupWith(organization, 3, { capacity: 10 });
  const alert = await newAlert("group", group, { kind: "at_capacity" });
  const [first, ...others] = members.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (first === undefined) throw new Error("no counter");
  // Without the first counter, which counts those who leave, the hall would be full.
  await set(first, -30);
  for (const counter of others) await set(counter, 16);
  await totalBecomes(group, 2);
  await resetGroup(stores, { key: keyOf(group) }, { ...uninterrupted, by: operator });
  await totalBecomes(group, 0);
  await allEvaluated(organization);
  expect(await firingsOf(organization)).toEqual([]);
  expect(await storedAlert(alert)).toMatchObject({ state: "armed" });
  const stored = await stores.groups.get(keyOf(group));
  expect(stored).toMatchObject({ total: 0n, ups: 0n, downs: 0n, adjusted: 0n });
});

test("a webhook reports an adjustment as any other count, and says nothing of its reason", async () => {
  const { organization } = await alertCustomer();
  const counter = await createCounter(organization);
  const events = ["counter.increment" as const, "counter.decrement" as const];
  const receiver = await createReceiver(organization.id, { events });
  const key = { organizationId: organization.id, counterId: counter.id };
  await adjustCounter(stores, { key, to: 12, reason: "Floor count" }, operator);
  await adjustCounter(stores, { key, to: 0 }, operator);
  const bodies = (await receiver.verified(2)).map(({ body }) => JSON.parse(body));
  const data = {
    ...{ organizationId: organization.id, counterId: counter.id, counterName: counter.name },
  };
  expect(bodies.toSorted((a, b) => a.data.lastEventId - b.data.lastEventId)).toMatchObject([
    {
      type: "counter.increment",
      data: { ...data, previousCount: 0, count: 12, delta: 12, lastEventId: 1 },
    },
    {
      type: "counter.decrement",
      data: { ...data, previousCount: 12, count: 0, delta: -12, lastEventId: 2 },
    },
  ]);
  for (const body of bodies) expect(Object.keys(body.data)).toHaveLength(7);
});
