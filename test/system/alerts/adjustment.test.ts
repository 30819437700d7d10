import { expect, test } from "vitest";
import { adjustCounter } from "../../../core/counters/settings/adjust-counter.ts";
import { operator } from "../../core/audit/operator.ts";
import { createCounter, stores } from "../service.ts";
import { createReceiver } from "../webhooks/webhook-service.ts";
import { alertCustomer } from "./alert-customer.ts";

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
