import { describe, expect, test } from "vitest";
import type { AlertSetup } from "../../../core/alerts/manage-alerts.ts";
import type { InitialCounterSettings } from "../../../core/counters/counter.ts";
import { newAlert } from "../alert-service.ts";
import { createCounter } from "../service.ts";
import { comesToRest, createReceiver } from "../webhooks/webhook-service.ts";
import {
  alertCustomer,
  alertsOnly,
  allEvaluated,
  count,
  firingsOf,
  groupWith,
  storedAlert,
} from "./alert-customer.ts";

interface Kind {
  rule: AlertSetup["rule"];
  /** Of the counter, and of the group's capacity. */
  goal: number | null;
  threshold: number;
  capacity: number | null;
  percent: number | null;
}

const kinds: [string, Kind][] = [
  [
    "at_capacity",
    { rule: { kind: "at_capacity" }, goal: 3, threshold: 3, capacity: 3, percent: null },
  ],
  [
    // 40 percent of 5 is 2, of 6 it is 2.4.
    "percent",
    {
      rule: { kind: "percent", percent: 40, capacity: 6 },
      goal: 5,
      threshold: 3,
      capacity: 6,
      percent: 40,
    },
  ],
  [
    "absolute",
    { rule: { kind: "absolute", at: 3 }, goal: null, threshold: 3, capacity: null, percent: null },
  ],
];

describe.each(["counter", "group"] as const)("an alert on a %s", (scope) => {
  test.each(kinds)("of kind %s fires once, as the contract has it", async (_, kind) => {
    const { organization, receiver } = await alertCustomer();
    const watched = await watchedBy(scope, kind.goal);
    const alert = await newAlert(scope, watched.target, kind.rule);
    expect(alert.state).toBe("armed");
    const [first, second] = watched.counters;
    await count(first);
    await count(second);
    const fired = await count(second);
    await count(first);
    const [delivery] = await receiver.verified(1);
    await allEvaluated(organization);
    const envelope = {
      id: `threshold.alert.fired:${fired.counterId}:${fired.lastEventId}`,
      type: "threshold.alert.fired",
      createdAt: fired.createdAt,
      data: {
        organizationId: organization.id,
        scope,
        kind: kind.rule.kind,
        alertId: alert.id,
        alertName: "Full",
        counterId: fired.counterId,
        counterName: second.name,
        groupId: scope === "group" ? watched.target.id : null,
        groupName: scope === "group" ? "Hall" : null,
        threshold: kind.threshold,
        capacity: kind.capacity,
        percent: kind.percent,
        previousLevel: 2,
        level: 3,
        lastEventId: fired.lastEventId,
      },
    };
    // Byte for byte: receivers verify the text, and the order of the fields is the guide's.
    expect(delivery?.body).toBe(JSON.stringify(envelope));
    const timestamp = delivery?.headers.timestamp;
    expect(delivery?.headers).toEqual({
      contentType: "application/json",
      userAgent: "Service-Webhooks/1.0",
      signature: expect.stringMatching(`^t=${timestamp},v1=[0-9a-f]{64}$`),
      timestamp: expect.stringMatching(/^\d{10}$/),
      event: "threshold.alert.fired",
      deliveryId: expect.stringMatching(/^dlv_/),
    });
    expect(await firingsOf(organization)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
    expect(await storedAlert(alert)).toMatchObject({
      ...{ state: "fired", stateSince: fired.createdAt },
      stateEventId: fired.id,
    });

    async function watchedBy(watchedScope: typeof scope, goal: number | null) {
      if (watchedScope === "counter") {
        const counter = await createCounter(organization, { goalTarget: goal });
        return { target: counter, counters: [counter, counter] as const };
      }
      const { group, members } = await groupWith(organization, 2, { capacity: goal });
      const [one, two] = members;
      if (one === undefined || two === undefined) throw new Error("no counters");
      return { target: group, counters: [one, two] as const };
    }
  });
});

test("two alerts that one count fires share the event id and are two deliveries at each endpoint", async () => {
  const { organization, receiver } = await alertCustomer();
  const another = await createReceiver(organization.id, alertsOnly);
  const counter = await createCounter(organization);
  const alerts = [
    await newAlert("counter", counter, { kind: "absolute", at: 1 }),
    await newAlert("counter", counter, { kind: "at_capacity", capacity: 1 }),
  ];
  const { lastEventId } = await count(counter);
  const deliveries = [...(await receiver.verified(2)), ...(await another.verified(2))];
  const ids = deliveries.map(({ deliveryId }) => deliveryId);
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) await comesToRest(id, "delivered");
  expect(deliveries.map(({ event }) => event.id)).toEqual(
    Array(4).fill(`threshold.alert.fired:${counter.id}:${lastEventId}`),
  );
  for (const { received } of [receiver, another]) {
    const alertIds = received.map(({ body }) => JSON.parse(body).data.alertId);
    expect(alertIds.toSorted()).toEqual(alerts.map(({ id }) => id).toSorted());
  }
});

describe("a step of 50", () => {
  const rules = [10, 20, 50, 51].map((at) => ({ kind: "absolute" as const, at }));
  const step: Partial<InitialCounterSettings> = { incrementStep: 50, decrementStep: 50 };

  test("fires every alert that it reaches, each once at every crossing", async () => {
    const { organization, receiver } = await alertCustomer();
    const counter = await createCounter(organization, step);
    for (const rule of rules) await newAlert("counter", counter, rule);
    await count(counter, "up");
    await count(counter, "down");
    await count(counter, "up");
    const deliveries = await receiver.verified(6);
    await allEvaluated(organization);
    const fired = (await firingsOf(organization)).map(
      ({ lastEventId, threshold, previousLevel, level }) =>
        `${lastEventId}: ${previousLevel} to ${level} across ${threshold}`,
    );
    expect(fired.toSorted()).toEqual(
      [1, 3].flatMap((id) => [10, 20, 50].map((at) => `${id}: 0 to 50 across ${at}`)),
    );
    expect(new Set(deliveries.map(({ event }) => event.id)).size).toBe(2);
    expect(new Set(deliveries.map(({ deliveryId }) => deliveryId)).size).toBe(6);
    expect(receiver.received).toHaveLength(6);
  });
});

describe("an alert with the capacity 0", () => {
  test("has fired at its creation at 0, and fires when a count comes back to 0 from below", async () => {
    const { organization, receiver } = await alertCustomer();
    const counter = await createCounter(organization);
    const alert = await newAlert("counter", counter, { kind: "at_capacity", capacity: 0 });
    expect(alert.state).toBe("fired");
    for (const direction of ["up", "down", "down"] as const) await count(counter, direction);
    const back = await count(counter, "up");
    const [delivery] = await receiver.verified(1);
    await allEvaluated(organization);
    expect(await firingsOf(organization)).toHaveLength(1);
    expect(delivery?.event.id).toBe(`threshold.alert.fired:${back.id}`);
    expect(JSON.parse(delivery?.body ?? "{}").data).toMatchObject({
      ...{ threshold: 0, capacity: 0, previousLevel: -1, level: 0 },
    });
  });

  test("fires at the first count at or above 0 when it was created below", async () => {
    const { organization, receiver } = await alertCustomer();
    const { group, members } = await groupWith(organization, 1, { capacity: 0 });
    const [counter] = members;
    await count(counter, "down");
    await allEvaluated(organization);
    const alert = await newAlert("group", group, { kind: "percent", percent: 100 });
    expect(alert.state).toBe("armed");
    await count(counter, "up");
    const [delivery] = await receiver.verified(1);
    expect(JSON.parse(delivery?.body ?? "{}").data).toMatchObject({
      ...{ kind: "percent", percent: 100, threshold: 0, capacity: 0 },
      ...{ previousLevel: -1, level: 0, groupId: group.id },
    });
  });
});
