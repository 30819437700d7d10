import { expect, test } from "vitest";
import type { AlertSetup } from "../../../core/alerts/manage-alerts.ts";
import { newAlert } from "../alert-service.ts";
import { createCounter } from "../service.ts";
import {
  alertCustomer,
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

const kinds: ["counter" | "group", string, Kind][] = [
  [
    // 40 percent of 5 is 2, of 6 it is 2.4.
    ...(["counter", "percent"] as const),
    {
      rule: { kind: "percent", percent: 40, capacity: 6 },
      ...{ goal: 5, threshold: 3, capacity: 6, percent: 40 },
    },
  ],
  [
    ...(["counter", "absolute"] as const),
    { rule: { kind: "absolute", at: 3 }, goal: null, threshold: 3, capacity: null, percent: null },
  ],
  [
    ...(["group", "at_capacity"] as const),
    { rule: { kind: "at_capacity" }, goal: 3, threshold: 3, capacity: 3, percent: null },
  ],
];

test.each(kinds)(
  "an alert on a %s of kind %s fires once, as the contract has it",
  async (scope, _, kind) => {
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
  },
);
