import { expect, test } from "vitest";
import { countEventId } from "../../../core/counters/counter-names.ts";
import { createCounter, createOrganization } from "../service.ts";
import { createReceiver } from "../webhooks/webhook-service.ts";
import { history, outcomes, phoneAt, send, taps, undo, undosOf, ups } from "./counter-users.ts";

test("each counted tap of a request is one event with one webhook, repeated and refused ones none", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: "Tür 🚪", incrementStep: 2 });
  const receiver = await createReceiver(organization.id);
  const user = await phoneAt(counter);
  const made = taps("up", "down", ...Array.from({ length: 22 }, () => "up" as const));
  const first = await send(user, made);
  const again = await send(user, [...made.slice(0, 20), ...ups(1)]);
  expect(outcomes(again).filter((outcome) => outcome === "counted")).toHaveLength(1);
  const received = await receiver.verified(25);
  const events = await history(counter);
  expect(events).toHaveLength(25);
  expect(first.counter.lastEventId).toBe(24);
  const sent = received.map(({ event }) => [event.id, event.type]).sort();
  const expected = events.map(({ lastEventId, eventType }) => {
    const type = `counter.${eventType}`;
    return [`${type}:${countEventId(counter.id, lastEventId)}`, type];
  });
  expect(sent).toEqual(expected.sort());
});

test("the undo of a counted tap is one event with one webhook, of a tap that never arrived none", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { incrementStep: 2 });
  const receiver = await createReceiver(organization.id);
  const user = await phoneAt(counter);
  const made = ups(2);
  await send(user, made.slice(0, 1));
  await undo(user, undosOf(made));
  // The stream keeps the order of a counter: behind this one there is no other.
  await send(user, ups(1));
  const received = await receiver.verified(3);
  const sent = received.map(({ event: { id, data } }) => [id, data]);
  const ofCounter = { organizationId: organization.id, counterId: counter.id, counterName: "Gate" };
  expect(sent).toContainEqual([
    `counter.decrement:${counter.id}:2`,
    { ...ofCounter, previousCount: 2, count: 0, delta: -2, lastEventId: 2 },
  ]);
  expect(received).toHaveLength(3);
});
