import { describe, expect, test } from "vitest";
import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import {
  type DispatchPorts,
  dispatch,
  type OutgoingAttempt,
} from "../../../core/webhooks/dispatch.ts";
import type { WebhookEvent } from "../../../core/webhooks/webhook-event.ts";

const endpointId = "end_0123456789ABCDEFGHIJ";
const endpoint = {
  id: endpointId,
  events: ["counter.increment" as const, "threshold.alert.fired" as const],
  plan: "pro" as const,
  lane: "fast" as const,
};

function countOf(organizationId: string, lastEventId = 1): WebhookEvent {
  return countWebhook({
    ...{ organizationId, counterId: "ctr_1", counterName: "Gate", eventType: "increment" },
    ...{ previousCount: 0, count: 1, delta: 1, lastEventId },
    createdAt: "2030-01-01T00:00:00.000Z",
  });
}

/** An alert that the first count fires; its id in the body is the same for every such alert. */
function alertOf(alertId: string): WebhookEvent {
  const eventId = "threshold.alert.fired:ctr_1:1";
  return {
    ...{ organizationId: "org_1", eventId, eventType: "threshold.alert.fired" },
    key: `${eventId}:${alertId}`,
    createdAt: "2030-01-01T00:00:00.000Z",
    subject: { counterId: "ctr_1", groupId: null },
    body: "{}",
  };
}

function world(over: Partial<DispatchPorts> = {}) {
  const calls: OutgoingAttempt[][] = [];
  const ports: DispatchPorts = {
    endpoints: async () => [endpoint],
    send: async (attempts) => {
      calls.push(attempts);
      return [];
    },
    ...over,
  };
  return { ports, calls };
}

describe("dispatch", () => {
  test("sends one message for each subscribed endpoint, to the queue of its lane", async () => {
    const other = { ...endpoint, id: "end_ABCDEFGHIJ0123456789", lane: "slow" as const };
    const { ports, calls } = world({ endpoints: async () => [endpoint, other] });
    expect(await dispatch(ports, [countOf("org_1")])).toEqual([]);
    expect(calls.flat().map(({ lane }) => lane)).toEqual(["fast", "slow"]);
    const { eventId, body } = countOf("org_1");
    for (const { message } of calls.flat()) {
      expect(message).toMatchObject({ eventId, body, attempt: 1 });
      expect(message).not.toHaveProperty("eventKey");
    }
  });

  test("of an organization whose plan has no webhooks sends nothing at all", async () => {
    const { ports, calls } = world({ endpoints: async () => [{ ...endpoint, plan: "free" }] });
    expect(await dispatch(ports, [countOf("org_1"), countOf("org_1", 2)])).toEqual([]);
    expect(calls).toEqual([]);
  });

  test("what no filter passes costs the read of the endpoints and nothing else, however many there are", async () => {
    const filter = { counterIds: ["ctr_2"], groupIds: ["grp_1"] };
    let reads = 0;
    const { ports, calls } = world({
      endpoints: async () => {
        reads += 1;
        return Array.from({ length: 10 }, () => ({ ...endpoint, filter }));
      },
    });
    const events = [1, 2, 3].map((number) => countOf("org_1", number));
    expect(await dispatch(ports, [...events, alertOf("alert_1")])).toEqual([]);
    expect([reads, calls]).toEqual([1, []]);
  });

  test("of two alerts that one count fires makes two deliveries with one event id", async () => {
    const { ports, calls } = world();
    await dispatch(ports, [alertOf("alert_1"), alertOf("alert_2"), alertOf("alert_1")]);
    const messages = calls.flat().map(({ message }) => message);
    expect(new Set(messages.map(({ eventId }) => eventId)).size).toBe(1);
    expect(new Set(messages.map(({ deliveryId }) => deliveryId)).size).toBe(2);
    expect(messages.map(({ eventKey }) => eventKey?.slice(-7))).toEqual([
      ...["alert_1", "alert_2", "alert_1"],
    ]);
  });

  test("queues for a paused endpoint as for any other", async () => {
    const paused = { ...endpoint, pausedAt: "2030-01-01T00:00:00.000Z" };
    const { ports, calls } = world({ endpoints: async () => [paused] });
    expect(await dispatch(ports, [countOf("org_1")])).toEqual([]);
    expect(calls.flat()).toMatchObject([{ message: { attempt: 1 }, lane: "fast" }]);
  });

  test("returns the events whose endpoints cannot be read, and sends the others", async () => {
    const { ports, calls } = world({
      endpoints: async (id) => {
        if (id === "org_1") throw new Error("throttled");
        return [endpoint];
      },
    });
    const [lost, sent] = [countOf("org_1"), countOf("org_2")];
    expect(await dispatch(ports, [lost, sent])).toMatchObject([{ item: lost }]);
    expect(calls.flat()).toMatchObject([{ message: { organizationId: "org_2" } }]);
  });

  test("returns the events of messages that could not be confirmed", async () => {
    const { ports } = world({
      send: async (attempts) =>
        attempts
          .filter(({ message }) => message.eventId.endsWith(":2"))
          .map((item) => ({ item, cause: "the queue is full" })),
    });
    const events = [1, 2, 3].map((number) => countOf("org_1", number));
    expect(await dispatch(ports, events)).toEqual([
      { item: events[1], cause: "the queue is full" },
    ]);
  });
});
